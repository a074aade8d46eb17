import type { Context } from '../../../context.ts';
import { listPrizes } from '../../../modules/blessing/prizes/prize-pool.query.ts';
import { findMemberByEmail } from '../../../modules/member/member-lookup.query.ts';
import type { Proposal } from '../../../modules/operator/proposal.store.ts';
import { OperatorProblem } from '../../command.ts';
import { listPrices, wouldChange } from './prices.ts';

type Dependencies = Pick<Context, 'pool' | 'clock'>;
type Asked = Pick<Proposal, 'action' | 'input'>;

/**
 * What an action rests on as it is now: the values that it would change, by the fields that name new ones, of prices, fees and prizes; and
 * `member`, whom the address is of, since an address may be somebody else's by the time of the agreement.
 */
export const findBefore = async ({ pool, clock }: Dependencies, asked: Asked): Promise<Record<string, string>> => ({
  ...(await findValues({ pool, clock }, asked)),
  ...(await findAddressed(pool, asked)),
});

const findAddressed = async (pool: Dependencies['pool'], { action, input }: Asked): Promise<Record<string, string>> => {
  const email = input['email'];
  if (email === undefined || action.startsWith('operator ')) return {};
  const found = await findMemberByEmail(pool, email);
  return { member: found === null ? 'nobody' : `${found.id} ${found.username}` };
};

const findValues = async ({ pool, clock }: Dependencies, asked: Asked): Promise<Record<string, string>> => {
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
