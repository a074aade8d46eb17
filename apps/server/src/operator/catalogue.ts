import { announcementCommands } from './news/announcements.ts';
import { auditCommands } from './books/audit.ts';
import { bannerCommands } from './news/banners.ts';
import { blessingCommands } from './offers/blessings.ts';
import { collectionCommands } from './offers/collections.ts';
import type { OperatorCommand } from './command.ts';
import { communityCommands } from './news/communities.ts';
import { countryCommands } from './news/countries.ts';
import { deviceCommands } from './mining/devices.ts';
import { integrityCommands } from './books/integrity.ts';
import { maintenanceCommands } from './news/maintenance.ts';
import { memberCommands } from './people/members.ts';
import { moneyCommands } from './money/money.ts';
import { networkCommands } from './mining/networks.ts';
import { nftCommands } from './offers/nfts.ts';
import { payoutCommands } from './money/payouts.ts';
import { operatorCommands } from './people/operators.ts';
import { proposalCommands } from './agreement/proposals.ts';
import { outboxCommands } from './outbox.ts';
import { packageCommands } from './offers/packages.ts';
import { priceCommands } from './mining/prices.ts';
import { settlementCommands } from './mining/settlements.ts';
import { stakingCommands } from './offers/stakings.ts';
import { ticketCommands } from './people/tickets.ts';
import { swapCommands } from './money/swaps.ts';
import { teamCommands } from './people/teams.ts';
import { transferCommands } from './money/transfers.ts';
import { translationCommands } from './news/translations.ts';
import { voucherCommands } from './offers/vouchers.ts';
import { coldCommands } from './money/cold.ts';
import { depositCommands } from './money/deposits.ts';
import { hotWalletCommands } from './money/hot-wallets.ts';
import { walletCommands } from './money/wallets.ts';
import { withdrawalReviewCommands } from './money/withdrawal-review.ts';
import { withdrawalTermsCommands } from './money/withdrawal-terms.ts';
import { withdrawalCommands } from './money/withdrawals.ts';

export const findAction = (name: string): OperatorCommand | undefined =>
  OPERATOR_COMMANDS.find((command) => command.name === name);

/** Every action of operators, in the order of the help. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  ...operatorCommands,
  ...proposalCommands(findAction),
  ...memberCommands,
  ...moneyCommands,
  ...withdrawalCommands,
  ...withdrawalReviewCommands,
  ...withdrawalTermsCommands,
  ...transferCommands,
  ...swapCommands,
  ...voucherCommands,
  ...blessingCommands,
  ...deviceCommands,
  ...packageCommands,
  ...priceCommands,
  ...networkCommands,
  ...countryCommands,
  ...communityCommands,
  ...teamCommands,
  ...settlementCommands,
  ...stakingCommands,
  ...announcementCommands,
  ...bannerCommands,
  ...collectionCommands,
  ...ticketCommands,
  ...nftCommands,
  ...payoutCommands,
  ...depositCommands,
  ...hotWalletCommands,
  ...walletCommands,
  ...coldCommands,
  ...outboxCommands,
  ...translationCommands,
  ...maintenanceCommands,
  ...integrityCommands,
  ...auditCommands,
];
