import { isUtcDay } from '@minerx/rules/statement';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { checked, text } from '../wire/wire.ts';
import { after, auditLine, listOf } from './list.ts';

const day = z.optional(checked(10, isUtcDay, 'err_format'));

/** Whether a line is what it was when it was written, and follows from the one before. */
const line = z.extend(auditLine, { holds: z.boolean() });
export type CheckedLine = z.output<typeof line>;

export const operatorAudit = defineCall({
  method: 'GET',
  path: 'operator/audit/all',
  summary:
    'The audit log, newest first, by who did it, what was done, to what, when, and by words that stand in it; each line verified.',
  session: 'operator',
  query: z.object({
    actor: z.optional(text(300)),
    action: z.optional(text(100)),
    subject: z.optional(text(300)),
    /** First and last UTC day. */
    from: day,
    to: day,
    /** Words that all stand in a line, as parts of others too. */
    words: z.optional(text(200)),
    after,
  }),
  /** For words so many lines are looked at as one answer bears: `searched_to`, when the last of them was written, where older ones are left. */
  result: z.extend(listOf(line), { searched_to: z.nullable(z.string()) }),
  refusals: ['err_forbidden', 'err_page'],
});
