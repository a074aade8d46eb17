import type { Context } from '../../context.ts';
import { LEASE_MS } from '../../jobs/outbox.ts';
import {
  endLongWork,
  findLongWork,
  noteProgress,
  type LongWorkOutcome,
} from '../../modules/operator/long-work.store.ts';
import { holdWork, type OutboxRow } from '../../outbox/outbox.ts';
import { Refusal } from '../../refusal.ts';
import { findAction, OPERATOR_COMMANDS } from '../catalogue.ts';
import { OperatorProblem } from '../command.ts';
import { readValues } from '../read-flags.ts';

/** What breaks so often breaks again. */
const MOST_TRIES = 3;

const LONG_ACTIONS = OPERATOR_COMMANDS.filter(({ isLong }) => isLong);

/** Does what an operator has asked for and does not wait for. Where a worker ended in the middle the next one begins it anew: each of these actions can be done twice. */
export const doLongWork = async (context: Context, row: OutboxRow): Promise<void> => {
  const { pool, clock, expiryClock } = context;
  const { id } = row.payload as { id: string };
  const work = await findLongWork(
    pool,
    id,
    LONG_ACTIONS.map(({ name }) => name),
  );
  const command = work && findAction(work.action);
  if (!work?.input || !command) return;
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const end = (outcome: LongWorkOutcome): Promise<void> =>
    endLongWork(pool, id, { outcome, lines, at: new Date(clock.now()) });
  const progress = async (done: number, total: number): Promise<void> => {
    await noteProgress(pool, id, done, total);
    await holdWork(pool, row, new Date(expiryClock.now() + LEASE_MS));
  };
  try {
    const house = { context, actor: work.actor, print, printOnce: print, progress };
    await command.run(house, readValues(command, work.input));
  } catch (error) {
    if (error instanceof OperatorProblem || error instanceof Refusal) {
      lines.push(...error.message.split('\n'));
      return end('refused');
    }
    if (row.attempts < MOST_TRIES) throw error;
    print(`It broke off ${MOST_TRIES} times. The log of the server says why.`);
    context.log.error({ work: id, action: work.action, err: error }, 'long work is given up');
    return end('failed');
  }
  return end('done');
};
