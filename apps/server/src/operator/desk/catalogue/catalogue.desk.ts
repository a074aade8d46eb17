import {
  operatorCatalogue,
  operatorEntry,
  operatorEntryHistory,
  type CatalogueChange,
  type CatalogueDone,
  type CatalogueEntry,
} from '@minerx/contract/operator/offers/catalogue';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { WALLETS } from '@minerx/rules/wallet';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { listDone, listLastChanges, type LoggedAct } from '../../../modules/integrity/audit-change.query.ts';
import { listProposalsOf } from '../../../modules/operator/proposal.store.ts';
import type { SignedInOperator } from '../../../ports.ts';
import { refuse } from '../../../refusal.ts';
import { findAction } from '../../catalogue.ts';
import { pageOf, presentProposal, requireAfterNumber, requireLook } from '../desk.ts';
import { changesBy, kindOf, KINDS } from './catalogue.ts';
import { factsOf, yesOrNo, type Entry, type EntryKind } from './entry.ts';

type Last = CatalogueEntry['changed'];
/** A value of the audit log. */
type Logged = LoggedAct['before'];

export const addCatalogueDesk = (api: Api): void => {
  const { context } = api;
  const { pool } = context;

  const getEntry = async (operator: SignedInOperator, id: string): Promise<Entry> => {
    const kind = kindOf(id) ?? refuse('err_not_found');
    await requireLook(context, operator, kind.look, {});
    if (kind.blank?.id === id) return kind.blank;
    return (await kind.list(pool)).find((entry) => entry.id === id) ?? refuse('err_not_found');
  };

  const lastOf = async (entries: readonly Entry[]): Promise<Last[]> => {
    const logged = entries.flatMap((entry, place) => actionsOf(entry).map((action) => ({ place, entry, action })));
    const changes = await listLastChanges(
      pool,
      logged.map(({ entry, action }) => ({ subject: entry.subject ?? '', action, key: null })),
    );
    return entries.map((_, place) => {
      const own = changes.filter((change, line) => change !== null && logged[line]!.place === place);
      const last = own.reduce((newest, change) => (newest !== null && newest.id > change!.id ? newest : change), null);
      return last && { at: last.at.toISOString(), actor: last.actor, reason: last.reason };
    });
  };

  addRoute(
    api,
    operatorCatalogue,
    { limit: perMinute(120) },
    async ({ operator, query: { kind: named, find, after } }) => {
      const kind = KINDS[named];
      await requireLook(context, operator, kind.look, {});
      const entries = (await kind.list(pool)).filter((entry) => find === undefined || isFound(entry, find));
      const begin = after === undefined ? 0 : entries.findIndex(({ id }) => id === after) + 1;
      if (after !== undefined && begin === 0) refuse('err_page');
      const shown = entries.slice(begin, begin + LIST_ROWS + 1);
      const last = new Map((await lastOf(shown)).map((changed, place) => [shown[place]!.id, changed]));
      return pageOf(
        shown,
        ({ id }) => id,
        (entry) => presentEntry(entry, last.get(entry.id)!, kind),
      );
    },
  );

  addRoute(api, operatorEntry, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    const entry = await getEntry(operator, id);
    const [[last], proposals] = await Promise.all([
      lastOf([entry]),
      listProposalsOf(
        pool,
        entry.changes.map(({ action }) => action),
      ),
    ]);
    return {
      entry: presentEntry(entry, last!),
      changes: entry.changes.map(presentChange),
      proposals: proposals.filter((proposal) => changesBy(entry, proposal).length > 0).map(presentProposal),
    };
  });

  addRoute(api, operatorEntryHistory, { limit: perMinute(240) }, async ({ operator, query: { id, after } }) => {
    const entry = await getEntry(operator, id);
    const page = requireAfterNumber(after);
    const asked = { subject: entry.subject ?? '', actions: actionsOf(entry) };
    const lines = await listDone(pool, asked, page, LIST_ROWS + 1);
    return pageOf(lines, (line) => line.id.toString(), presentDone(entry));
  });
};

const actionsOf = ({ changes }: Entry): string[] => [...new Set(changes.map(({ logged }) => logged))];

const isFound = (entry: Entry, find: string): boolean =>
  [entry.name, ...factsOf(entry).map(({ value }) => value)].some((text) =>
    text.toLowerCase().includes(find.toLowerCase()),
  );

/** @param kind of a row of its list: what stands there */
const presentEntry = (entry: Entry, changed: Last, kind?: EntryKind): CatalogueEntry => {
  const facts = factsOf(entry);
  const shown = kind?.columns.map((column) => facts.find(({ label }) => label === column)!) ?? facts;
  return { id: entry.id, name: entry.name, facts: shown, changed };
};

const presentChange = ({ action, label, given, fields }: Entry['changes'][number]): CatalogueChange => {
  const { grant, flags } = findAction(action)!;
  return {
    action,
    label,
    given: { ...given },
    two: grant.twoOperators !== undefined,
    fields: fields.map((field) => {
      const { hint, kind, options } = flags[field.flag]!;
      const choices = kind === 'wallet' ? WALLETS.map(({ name }) => name) : options;
      return {
        name: field.flag,
        label: field.label,
        hint: choices || field.byLanguage ? '' : hint,
        now: field.anew ? '' : field.value,
        ...(choices && { options: [...choices] }),
        ...(field.byLanguage && { languages: true }),
      };
    }),
  };
};

/** Values by where they stand: `{names: {zh: '…'}}` is `names.zh`. */
const flat = (value: Logged, path = ''): [string, NonNullable<Logged>][] => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value === null ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => flat(inner ?? null, path === '' ? name : `${path}.${name}`));
};

const presentDone = ({ changes }: Entry) => {
  const fields = new Map(changes.flatMap((change) => change.fields).map((field) => [field.logged, field]));
  const labelOf = (path: string): string => {
    const [first = '', ...rest] = path.split('.');
    return fields.get(path)?.label ?? [fields.get(first)?.label ?? first, ...rest].join(' ');
  };
  const shownOf = (path: string, value: Logged | undefined): string => {
    if (value === undefined) return '–';
    const { shown } = fields.get(path) ?? {};
    if (shown) return shown(value);
    return typeof value === 'string' ? value : typeof value === 'boolean' ? yesOrNo(value) : JSON.stringify(value);
  };
  return ({ id, at, actor, reason, before, after, agreedBy, proposal }: LoggedAct): CatalogueDone => {
    const [was, is] = [new Map(flat(before)), new Map(flat(after))];
    const changed = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path));
    return {
      id: id.toString(),
      at: at.toISOString(),
      actor,
      reason,
      agreed_by: agreedBy,
      proposal,
      changes: changed.map((path) => ({
        label: labelOf(path),
        before: shownOf(path, was.get(path)),
        after: shownOf(path, is.get(path)),
      })),
    };
  };
};
