import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { after, listOf } from './list.ts';

const row = z.object({
  id: z.string(),
  /** `mail`, or what else is done after a commit. */
  topic: z.string(),
  /** Of a mail: which one. What it carries is not shown: mails hold links and codes. */
  template: z.nullable(z.string()),
  asked_at: z.string(),
  given_up_at: z.string(),
  attempts: z.number(),
  last_error: z.nullable(z.string()),
});
export type GivenUpWork = z.output<typeof row>;

export const operatorOutbox = defineCall({
  method: 'GET',
  path: 'operator/outbox/all',
  summary: 'Mails and other work that was given up, the latest first.',
  session: 'operator',
  query: z.object({ after }),
  result: listOf(row),
  refusals: ['err_forbidden', 'err_page'],
});
