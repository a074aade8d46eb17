import { HOUR_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { recordIdentities, sentenceOf, type MachineNews } from '../../modules/device/device-identity.command.ts';
import { listToAsk } from '../../modules/device/device-identity.query.ts';
import { askIdentity } from '../../outside/hashrate/cgminer-identity.ts';
import type { MachineIdentity } from '../../outside/hashrate/port.ts';

const ASK_AGAIN_MS = 6 * HOUR_MS;
/** One that stands for another's machine is not measured: it is looked at again soon. */
const ASK_DOUBLED_AGAIN_MS = 600_000;
/** Few at a time: the polls of all others go on beside it. */
const ASK_AT_ONCE = 50;

type Dependencies = Pick<Context, 'pool' | 'clock' | 'log' | 'bus'>;

interface IdentityRound {
  news: MachineNews[];
  /** Asked without a whole answer. */
  silent: number[];
}

/**
 * Asks who answers: devices that were not asked for hours, of those that are this process's, and `suspects`, whose program began anew. @param write the collector's own
 * transaction, which a process that lost the lease no longer has.
 */
export const askIdentities = async (
  { pool, clock, log, bus }: Dependencies,
  suspects: readonly number[],
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { timeoutMs, isOurs = () => true }: { timeoutMs?: number | undefined; isOurs?: (deviceId: number) => boolean } = {},
): Promise<IdentityRound> => {
  const now = clock.now();
  const since = { single: new Date(now - ASK_AGAIN_MS), doubled: new Date(now - ASK_DOUBLED_AGAIN_MS) };
  const due = await listToAsk(pool, suspects, since, Math.max(ASK_AT_ONCE, suspects.length));
  const devices = due.filter(({ id }) => isOurs(id));
  if (devices.length === 0) return { news: [], silent: [] };
  const input = timeoutMs === undefined ? {} : { timeoutMs };
  const answers = await Promise.all(devices.map((device) => askIdentity({ ...device, ...input })));
  const told = new Map<number, MachineIdentity | null>(devices.map(({ id }, index) => [id, answers[index]!]));
  const news = await write((tx) => recordIdentities(tx, told, new Date(now)));
  for (const each of news) log.error({ event: `device_${each.news}`, ...each }, sentenceOf(each));
  if (news.length > 0) bus.publish('outbox', { topic: 'operator_mail' });
  return { news, silent: [...told].filter(([, identity]) => identity === null).map(([id]) => id) };
};
