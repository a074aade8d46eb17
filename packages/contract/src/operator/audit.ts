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
  summary: 'The audit log, newest first, by who did it, what was done, to what, and when; each line verified.',
  session: 'operator',
  query: z.object({
    actor: z.optional(text(300)),
    action: z.optional(text(100)),
    subject: z.optional(text(300)),
    /** First and last UTC day. */
    from: day,
    to: day,
    after,
  }),
  result: listOf(line),
  refusals: ['err_forbidden', 'err_page'],
});

export const operatorAuditChain = defineCall({
  method: 'GET',
  path: 'operator/audit/chain',
  summary: 'Walks the whole chain of the audit log, and looks for every line that was noted outside of the database.',
  session: 'operator',
  result: z.object({
    /** Number and hash of the newest line; null while there is none. */
    head: z.nullable(z.object({ id: z.string(), hash: z.string() })),
    /** Lines that were noted outside of the database. */
    anchors: z.number(),
    /** Rows and anchors that do not hold, five at most. */
    broken: z.array(z.string()),
  }),
  refusals: ['err_forbidden'],
});
