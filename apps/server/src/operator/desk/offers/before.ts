import type { Context } from '../../../context.ts';
import { listPrizes } from '../../../modules/blessing/prizes/prize-pool.query.ts';
import type { Proposal } from '../../../modules/operator/proposal.store.ts';
import { OperatorProblem } from '../../command.ts';
import { listPrices, wouldChange } from './prices.ts';

type Dependencies = Pick<Context, 'pool' | 'clock'>;
type Asked = Pick<Proposal, 'action' | 'input'>;

/** The values that an action would change as they are now, by the fields that name new ones: of prices, fees and prizes. */
export const findBefore = async ({ pool, clock }: Dependencies, asked: Asked): Promise<Record<string, string>> => {
  const values =
    asked.action === 'prize set'
      ? Object.entries(await findPrize(pool, asked.input['id']))
      : (await listPrices(pool, clock.now()))
          .filter((price) => wouldChange(price, asked))
          .map(({ change, value }) => [change.field, value] as const);
  return Object.fromEntries(values.filter(([field]) => asked.input[field]?.trim()));
};

const findPrize = async (pool: Dependencies['pool'], id: string | undefined): Promise<Record<string, string>> => {
  const prize = (await listPrizes(pool)).find((one) => one.id === Number(id));
  if (prize === undefined) return {};
  const { weight, total, enabled } = prize;
  return { weight: String(weight), count: String(total ?? 'unlimited'), draw: enabled ? 'on' : 'off' };
};

/** What was proposed from another value is intended by nobody. @throws OperatorProblem that says which it is */
export const requireAsBefore = async (dependencies: Dependencies, proposal: Proposal): Promise<void> => {
  const now = await findBefore(dependencies, proposal);
  const changed = Object.entries(proposal.before).filter(([field, value]) => now[field] !== value);
  if (changed.length === 0) return;
  const lines = changed.map(
    ([field, value]) => `${field} was ${value} when it was proposed, and is ${now[field]} now.`,
  );
  throw new OperatorProblem([...lines, 'Decline it, and propose what is wanted now.'].join('\n'));
};
