import { listCommunityTerms } from '../../../modules/community/community.query.ts';
import { listRankNames } from '../../../modules/team/team.query.ts';
import type { Entry, EntryKind } from './entry.ts';

/** One that there is, or a blank one: both are made by the same action. */
const grouped = (
  kind: 'community' | 'rank',
  id: string,
  name: string,
  fields: Entry['changes'][0]['fields'],
): Entry => {
  const isNew = id === '';
  return {
    id: `${kind}.${isNew ? 'new' : id}`,
    name: isNew ? name : `${id}, ${name}`,
    subject: isNew ? null : `${kind}:${id}`,
    facts: [],
    changes: [
      {
        action: `${kind} set`,
        label: isNew ? 'Make it' : 'Change it',
        given: isNew ? {} : { id },
        logged: `${kind}.set`,
        fields,
      },
    ],
  };
};

const community = (id: string, name: string, methods: string) => [
  ...(id === '' ? [{ flag: 'id', label: 'Number', value: '', logged: 'id' }] : []),
  { flag: 'name', label: 'Name', value: name, logged: 'name' },
  { flag: 'methods', label: 'Payment methods', value: methods, logged: 'methods' },
];

/** Whose members pay in which ways. */
export const communities: EntryKind = {
  kind: 'community',
  look: 'community list',
  columns: ['Payment methods'],
  list: async (db) =>
    (await listCommunityTerms(db)).map(({ id, name, methods }) =>
      grouped('community', String(id), name, community(String(id), name, methods)),
    ),
  blank: grouped('community', '', 'New community', community('', '', '')),
};

const rank = (id: string, name: string, names: Readonly<Record<string, string>>) => [
  ...(id === '' ? [{ flag: 'id', label: 'Number', value: '', logged: 'id' }] : []),
  { flag: 'name', label: 'Name', value: name, logged: 'name' },
  {
    flag: 'names',
    label: 'Names in other languages',
    value: id === '' ? '' : JSON.stringify(names),
    said: Object.entries(names)
      .map((one) => one.join(' '))
      .join(', '),
    logged: 'names',
    byLanguage: true as const,
  },
];

/** What members are called. */
export const ranks: EntryKind = {
  kind: 'rank',
  look: 'rank list',
  columns: ['Names in other languages'],
  list: async (db) =>
    (await listRankNames(db)).map(({ id, name, names }) =>
      grouped('rank', String(id), name, rank(String(id), name, names)),
    ),
  blank: grouped('rank', '', 'New rank', rank('', '', {})),
};
