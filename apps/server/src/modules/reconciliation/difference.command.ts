import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { queueOperatorMail } from '../mail/operator-mail.store.ts';
import { PLACE_NAMES, type ChainDifference } from './reconciliation.ts';
import { acknowledgeDifference, findDifference, keepComparison, type Comparison } from './reconciliation.store.ts';

/** A difference in words, with its amount in the token's smallest unit. */
export const tellDifference = ({
  id,
  networkId,
  walletId,
  place,
  address,
  item,
  raw,
  blockNumber,
}: ChainDifference): string => {
  const where = address === '' ? PLACE_NAMES[place] : `${PLACE_NAMES[place]} ${address}`;
  const what = walletId === null ? (item === '' ? 'coins for gas' : `item ${item}`) : walletById(walletId).name;
  const size = raw < 0n ? `${-raw} less` : `${raw} more`;
  return `difference ${id}: ${what} on ${networkLabel(networkId)}, ${where}: ${size} than the books say, at block ${blockNumber}`;
};

/**
 * Somebody's word for why a balance is not what the books say: from here on it counts as if they said so. Payouts stay frozen until
 * the next comparison finds nothing else.
 * @throws err_not_found; err_conflict when it is not open any more
 */
export const explainDifference = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  id: bigint,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<ChainDifference> =>
  inTransaction(pool, async (tx) => {
    const found = (await findDifference(tx, id)) ?? refuse('err_not_found');
    if (!(await explain(tx, found, { actor, reason }, new Date(clock.now())))) refuse('err_conflict');
    return found;
  });

/** False when it is not open any more. */
const explain = async (
  tx: Tx,
  { id, networkId: network, walletId: wallet, place, address, item, raw }: ChainDifference,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
  at: Date,
): Promise<boolean> => {
  if (!(await acknowledgeDifference(tx, id, { actor, reason, at }))) return false;
  const detail = { network, wallet, place, address, raw: String(raw), ...(item !== '' && { item }) };
  const subject = `difference:${id}`;
  await appendAudit(tx, at, [{ actor, action: 'difference.acknowledge', subject, reason, detail }]);
  return true;
};

const BY_ITSELF = {
  actor: 'job:reconciliation',
  reason: 'More than the books say, at two blocks: anybody may send',
} as const;

/**
 * Keeps what a comparison has found; gives the differences that are new. Whoever knows a deposit address can send to it, so what it has
 * more stops nothing: when a second block shows it as well it counts from then on, and less than that is a difference again.
 */
export const keepFound = async (tx: Tx, comparison: Comparison): Promise<ChainDifference[]> => {
  const { added, surplus } = await keepComparison(tx, comparison);
  for (const each of surplus) await explain(tx, each, BY_ITSELF, comparison.at);
  return added;
};

const STOPPED = [
  'Nothing leaves until the chain holds what the books say, or what differs is explained.',
  'What to do: npm run operator -- wallet differences, look at the address with an explorer, then npm run operator -- wallet explain --id … --reason "…".',
];
const GOES_ON = [
  'Nothing stands still for it: it counts from the next comparison on.',
  'What to do: look for its transaction with an explorer; where it came to a deposit address, npm run operator -- deposit record --network … --hash … credits the member.',
];

/** Tells operators what was found: in the log, and by mail. */
export const tellOperators = async (
  { pool, clock, bus, log }: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>,
  found: readonly ChainDifference[],
): Promise<void> => {
  const lines = found.map(tellDifference);
  for (const line of lines) log.error({ event: 'reconciliation' }, line);
  const isStopped = found.some(({ stops }) => stops);
  const text = [...lines, 'Amounts are in the token’s smallest unit.', ...(isStopped ? STOPPED : GOES_ON)].join('\n\n');
  const subject = isStopped ? 'A chain does not hold what the books say' : 'A chain holds more than the books say';
  await inTransaction(pool, (tx) => queueOperatorMail(tx, { subject, text }, new Date(clock.now())));
  bus.publish('outbox', { topic: 'operator_mail' });
};
