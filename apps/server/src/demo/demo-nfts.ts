import type { Context } from '../context.ts';
import { issueNft, type NftChoice } from '../modules/nft/nft-holding.command.ts';
import { approveNftWithdrawal, rejectNftWithdrawal } from '../modules/nft/nft-review.command.ts';
import { cancelNftWithdrawal, withdrawNft } from '../modules/nft/nft-withdrawal.command.ts';
import { findNftWithdrawal } from '../modules/nft/nft.query.ts';
import type { DemoMembers } from './demo-members.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

/** An address that everybody knows: of the test cases of EIP-55. */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BY = { actor: DEMO_ACTOR, reason: 'Demo' };

type End =
  | { hoursBefore: number; how: 'approve' }
  | { hoursBefore: number; how: 'cancel' }
  | { hoursBefore: number; how: 'reject'; cause: 'address' | 'collection'; keepBack: boolean };

interface Holding {
  choice: NftChoice;
  /** Hours before the demo's last moment. */
  issuedHoursBefore: number;
  askedHoursBefore?: number;
  end?: End;
}

/** Of the demo member: items in every state, and a withdrawal of every kind in the history. */
const HOLDINGS: readonly Holding[] = [
  { choice: { token: 412 }, issuedHoursBefore: 610, askedHoursBefore: 260, end: { hoursBefore: 244, how: 'approve' } },
  {
    choice: { token: 2718 },
    issuedHoursBefore: 600,
    askedHoursBefore: 170,
    end: { hoursBefore: 158, how: 'reject', cause: 'address', keepBack: false },
  },
  {
    choice: { token: 10_042 },
    issuedHoursBefore: 520,
    askedHoursBefore: 120,
    end: { hoursBefore: 101, how: 'reject', cause: 'collection', keepBack: true },
  },
  { choice: { token: 5150 }, issuedHoursBefore: 480, askedHoursBefore: 60, end: { hoursBefore: 59, how: 'cancel' } },
  { choice: { token: 11_007 }, issuedHoursBefore: 400 },
  { choice: { token: 7301 }, issuedHoursBefore: 300, askedHoursBefore: 5 },
  { choice: { token: 10_777 }, issuedHoursBefore: 200 },
  { choice: { token: 8808 }, issuedHoursBefore: 90 },
  { choice: { token: 321 }, issuedHoursBefore: 30 },
];

const SECOND: Holding = { choice: { token: 1776 }, issuedHoursBefore: 70 };

/** What the two members hold of the collection and have asked for, through the commands of members and operators. */
export const planNfts = (context: Context, { demoId, usId }: DemoMembers, lastHour: number): DemoEvent[] => [
  ...HOLDINGS.flatMap((holding) => planHolding(context, demoId, holding, lastHour)),
  ...planHolding(context, usId, SECOND, lastHour),
];

const planHolding = (
  context: Context,
  memberId: bigint,
  { choice, issuedHoursBefore, askedHoursBefore, end }: Holding,
  lastHour: number,
): DemoEvent[] => {
  // Not before the members have their money.
  const hourOf = (hoursBefore: number): number => Math.max(2, lastHour - hoursBefore);
  let nftId = '';
  let withdrawalId = '';
  const events: DemoEvent[] = [
    {
      hour: hourOf(issuedHoursBefore),
      run: async () => {
        nftId = (await issueNft(context, memberId, choice, BY)).id;
      },
    },
  ];
  if (askedHoursBefore !== undefined)
    events.push({
      hour: hourOf(askedHoursBefore),
      run: async () => {
        const input = { nftId, address: ADDRESS, seenFeeUnits: null };
        withdrawalId = (await context.funnel.run(withdrawNft(memberId, input, null))).id;
      },
    });
  if (end !== undefined)
    events.push({ hour: hourOf(end.hoursBefore), run: () => endWithdrawal(context, memberId, withdrawalId, end) });
  return events;
};

const endWithdrawal = async (
  { pool, funnel }: Context,
  memberId: bigint,
  withdrawalId: string,
  end: End,
): Promise<void> => {
  const withdrawal = (await findNftWithdrawal(pool, withdrawalId))!;
  if (end.how === 'approve') await funnel.run(approveNftWithdrawal(withdrawal, BY));
  else if (end.how === 'cancel') await funnel.run(cancelNftWithdrawal(memberId, withdrawal, null));
  else await funnel.run(rejectNftWithdrawal(withdrawal, { ...BY, cause: end.cause, keepBack: end.keepBack }));
};
