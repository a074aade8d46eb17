import { CATALOGUE_KINDS, type CatalogueKind } from '@minerx/contract/operator/offers/catalogue';
import type { Db } from '../../../db/transaction.ts';
import type { Proposal } from '../../../modules/operator/proposal.store.ts';
import type { Entry, EntryKind } from './entry.ts';
import { communities, ranks } from './groups.ts';
import { packages } from './packages.ts';
import { pairs } from './pairs.ts';
import { coins, countries, networks } from './places.ts';
import { rules } from './rules.ts';

type Asked = Pick<Proposal, 'action' | 'input'>;

export const KINDS: Readonly<Record<CatalogueKind, EntryKind>> = {
  package: packages,
  country: countries,
  network: networks,
  coin: coins,
  swap: pairs,
  community: communities,
  rank: ranks,
  rule: rules,
};

/** Which kinds an action changes entries of; what takes no second operator needs none. */
const CHANGED_BY_TWO: Readonly<Record<string, CatalogueKind>> = {
  'package set': 'package',
  'blessing grant': 'package',
  'withdrawal terms': 'coin',
  'wallet terms': 'coin',
  'swap set': 'swap',
  'withdrawal hold': 'rule',
  'price band': 'rule',
};

/** The kind that an id names; null for any other word. */
export const kindOf = (id: string): EntryKind | null =>
  KINDS[CATALOGUE_KINDS.find((kind) => id.startsWith(`${kind}.`))!] ?? null;

/** What an action that is asked for would change of an entry. At the shell a wallet may be typed small. */
export const changesBy = ({ changes }: Entry, { action, input }: Asked): Entry['changes'] =>
  changes.filter(
    (change) =>
      change.action === action &&
      change.fields.some(({ flag }) => input[flag]?.trim()) &&
      Object.entries(change.given).every(([flag, value]) => input[flag]?.trim().toUpperCase() === value.toUpperCase()),
  );

/** What an action would change, as it is now, by the fields that name new values. */
export const findValues = async (db: Db, asked: Asked): Promise<Record<string, string>> => {
  const kind = CHANGED_BY_TWO[asked.action];
  if (kind === undefined) return {};
  const entries = await KINDS[kind].list(db);
  const fields = entries.flatMap((entry) => changesBy(entry, asked)).flatMap((change) => change.fields);
  return Object.fromEntries(fields.map(({ flag, value }) => [flag, value]));
};
