import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { text } from '../wire/wire.ts';
import { after, auditLine, listOf } from './list.ts';

/** `own`: that operators have put their words over; `specified`: that the specification has otherwise. */
const TEXT_LISTS = ['all', 'own', 'specified'] as const;

const key = text(120, { pattern: /^[\w.-]+$/, code: 'err_format' });

const row = z.object({
  key: z.string(),
  /** As members see it in English. */
  english: z.string(),
  /** Codes of the languages that operators have words of their own in. */
  own: z.array(z.string()),
});
export type AppText = z.output<typeof row>;

export const operatorTranslations = defineCall({
  method: 'GET',
  path: 'operator/translation/all',
  summary: 'Texts of the app by key: all, or those with this in their key or in their words in any language.',
  session: 'operator',
  query: z.object({ state: z._default(z.enum(TEXT_LISTS), 'all'), search: z.optional(text(100)), after }),
  result: listOf(row),
  refusals: ['err_forbidden'],
});

export const operatorTranslation = defineCall({
  method: 'GET',
  path: 'operator/translation',
  summary: 'One text of the app in every language: of the files, of operators, and as the specification has it.',
  session: 'operator',
  query: z.object({ key }),
  result: z.object({
    key: z.string(),
    /** Null where it is shown as specified, or not specified. */
    specified: z.nullable(z.string()),
    /** By language. */
    files: z.record(z.string(), z.string()),
    own: z.record(z.string(), z.string()),
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
