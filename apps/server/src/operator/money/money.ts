import { unitsOf } from '@minerx/rules/money';
import { walletByName, type WalletName } from '@minerx/rules/wallet';
import { PAYOUTS_FROZEN } from '../../modules/integrity/payout-freeze.ledger.ts';
import { creditMember, debitMember, type Adjustment } from '../../modules/member/adjustment.command.ts';
import { defineOperatorCommand, GRANTS, EMAIL, REASON, type OperatorHouse } from '../command.ts';
import { explained } from '../explained.ts';
import { requireMeant } from '../people/require-member.ts';

const FLAGS = {
  email: EMAIL,
  wallet: { hint: 'USDT', kind: 'wallet', required: true },
  amount: { hint: '100', kind: 'amount', required: true },
  reason: REASON,
} as const;

type Values = { readonly [Name in keyof typeof FLAGS]: string };

export const moneyCommands = [
  defineOperatorCommand({
    name: 'member credit',
    grant: GRANTS.two,
    summary: "Puts an amount into a member's wallet, from the house's adjustments.",
    flags: FLAGS,
    run: async (house, values) => {
      const input = await readInput(house, values);
      const { transferId, balance } = await explained(house.context.funnel.run(creditMember(input)), {
        err_payouts_frozen: PAYOUTS_FROZEN,
      });
      house.print(`${values.amount} ${values.wallet} credited; balance ${balance} (transaction ${transferId})`);
    },
  }),
  defineOperatorCommand({
    name: 'member debit',
    grant: GRANTS.two,
    summary: "Takes an amount out of a member's wallet, if it is there.",
    flags: FLAGS,
    run: async (house, values) => {
      const input = await readInput(house, values);
      const { transferId, balance } = await house.context.funnel.run(debitMember(input));
      house.print(`${values.amount} ${values.wallet} debited; balance ${balance} (transaction ${transferId})`);
    },
  }),
];

const readInput = async (house: OperatorHouse, { email, wallet, amount, reason }: Values): Promise<Adjustment> => ({
  memberId: (await requireMeant(house, email)).id,
  walletId: walletByName(wallet as WalletName).id,
  amountUnits: unitsOf(amount),
  reason,
  actor: house.actor,
});
