import * as z from 'zod/mini';
import { defineCall } from '../../wire/call.ts';
import { text } from '../../wire/wire.ts';
import { after, listOf } from '../list.ts';
import { proposal } from '../waiting.ts';

/** What the catalogue has entries of; a coin is one on one of its networks. */
export const CATALOGUE_KINDS = ['package', 'country', 'network', 'coin', 'swap', 'community', 'rank', 'rule'] as const;
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number];

const entryId = text(60, { pattern: /^[a-z]+(\.\w+){1,2}$/, code: 'err_format' });

/** Something of an entry, and what it is now. */
const fact = z.object({ label: z.string(), value: z.string() });

const entry = z.object({
  id: z.string(),
  name: z.string(),
  facts: z.array(fact),
  /** The last change; null while nobody has made one. */
  changed: z.nullable(z.object({ at: z.string(), actor: z.string(), reason: z.string() })),
});
export type CatalogueEntry = z.output<typeof entry>;

const change = z.object({
  /** Of the catalogue of actions, what names the entry to it, and what it is called on its button. */
  action: z.string(),
  given: z.record(z.string(), z.string()),
  label: z.string(),
  /** Another operator has to agree. */
  two: z.boolean(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      hint: z.string(),
      /** Empty where it is typed anew. */
      now: z.string(),
      /** One of these; else it is typed. */
      options: z.optional(z.array(z.string())),
      /** A text for each language but English: `now` and what is sent are JSON by language code. */
      languages: z.optional(z.boolean()),
    }),
  ),
});
export type CatalogueChange = z.output<typeof change>;

const done = z.object({
  /** Of the line of the audit log. */
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  reason: z.string(),
  agreed_by: z.nullable(z.string()),
  proposal: z.nullable(z.string()),
  /** What became another. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
});
export type CatalogueDone = z.output<typeof done>;

export const operatorCatalogue = defineCall({
  method: 'GET',
  path: 'operator/catalogue/all',
  summary: 'Entries of one kind that operators set, each with what it is now and its last change.',
  session: 'operator',
  query: z.object({ kind: z.enum(CATALOGUE_KINDS), find: z.optional(text(60)), after }),
  result: listOf(entry),
  refusals: ['err_forbidden', 'err_page'],
});

export const operatorEntry = defineCall({
  method: 'GET',
  path: 'operator/catalogue',
  summary:
    'One entry, or a blank one (`swap.new`): what it is now, the actions that change it, and what waits for a second operator.',
  session: 'operator',
  query: z.object({ id: entryId }),
  result: z.object({ entry, changes: z.array(change), proposals: z.array(proposal) }),
  refusals: ['err_forbidden', 'err_not_found'],
});

export const operatorEntryHistory = defineCall({
  method: 'GET',
  path: 'operator/catalogue/history',
  summary: 'What was changed of an entry, newest first: who, when, why, before and after.',
  session: 'operator',
  query: z.object({ id: entryId, after }),
  result: listOf(done),
  refusals: ['err_forbidden', 'err_not_found', 'err_page'],
});
