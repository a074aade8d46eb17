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
