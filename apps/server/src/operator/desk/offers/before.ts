import type { Db } from '../../../db/transaction.ts';
import { listPrizes } from '../../../modules/blessing/prizes/prize-pool.query.ts';
import { findMemberByEmail } from '../../../modules/member/member-lookup.query.ts';
import { findOperatorByEmail } from '../../../modules/operator/operator.store.ts';
import type { Proposal } from '../../../modules/operator/proposal.store.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { nameOf, requireSame } from '../../people/require-member.ts';
import { findValues as findEntryValues } from '../catalogue/catalogue.ts';
import { listChanged } from './prices.ts';

type Asked = Pick<Proposal, 'action' | 'input'>;

/**
 * What an action rests on as it is now: the values that it would change, by the fields that name new ones, of prices, fees, prizes, roles and the catalogue; and
 * `member`, whom the address is of, since an address may be somebody else's by the time of the agreement.
 */
export const findBefore = async (db: Db, now: number, asked: Asked): Promise<Record<string, string>> => ({
  ...(await findValues(db, now, asked)),
  ...(await findAddressed(db, asked)),
});

const findAddressed = async (db: Db, { action, input }: Asked): Promise<Record<string, string>> => {
  const email = input['email'];
  if (email === undefined || action.startsWith('operator ')) return {};
  return { member: nameOf(await findMemberByEmail(db, email)) };
};

/** What neither the catalogue nor the prices name. */
const OTHERS: Record<string, (db: Db, input: Asked['input']) => Promise<Record<string, string>>> = {
  'prize set': (db, { id }) => findPrize(db, id),
  'operator role': (db, { email }) => findRole(db, email),
  'nft terms': async (db) => ({ second: (await getSetting(db, 'nft_two_operators')).join(',') || 'none' }),
};

const findValues = async (db: Db, now: number, asked: Asked): Promise<Record<string, string>> => {
  const prices = await listChanged(db, now, asked);
  const values = {
    ...(await OTHERS[asked.action]?.(db, asked.input)),
    ...(await findEntryValues(db, asked)),
    ...Object.fromEntries(prices.map(({ change, value }) => [change.field, value])),
  };
  return Object.fromEntries(Object.entries(values).filter(([field]) => asked.input[field]?.trim()));
};

const findPrize = async (db: Db, id: string | undefined): Promise<Record<string, string>> => {
  const prize = (await listPrizes(db)).find((one) => one.id === Number(id));
  if (prize === undefined) return {};
  const { weight, total, enabled } = prize;
  return { weight: String(weight), count: String(total ?? 'unlimited'), draw: enabled ? 'on' : 'off' };
};

const findRole = async (db: Db, email = ''): Promise<Record<string, string>> => {
  const operator = await findOperatorByEmail(db, email);
  return operator === null ? {} : { role: operator.role };
};

/** What was proposed from another value is intended by nobody. @throws OperatorProblem that says which it is */
export const requireAsBefore = async (db: Db, now: number, { before, ...asked }: Proposal): Promise<void> => {
  // What no field names, such as whose an address is, is asked where it is read.
  const values = Object.entries(before).filter(([field]) => field in asked.input);
  requireSame(Object.fromEntries(values), await findValues(db, now, asked));
};
