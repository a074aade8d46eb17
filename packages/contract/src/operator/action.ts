import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { text } from '../wire/wire.ts';

/** A noun of the catalogue, or a field of an action, in words: `nft-withdrawal` is "Nft withdrawal". */
export const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** How a field of an action is typed; `choice` is one of its options, `file` the content of one, at most so many bytes. */
const FIELD_KINDS = ['text', 'amount', 'whole', 'day', 'moment', 'wallet', 'choice', 'file'] as const;
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

export const operatorActions = defineCall({
  method: 'GET',
  path: 'operator/action',
  summary: 'What the signed-in operator may do, each action with its fields.',
  session: 'operator',
  result: z.object({
    actions: z.array(
      z.object({
        /** A noun and a verb. */
        name: z.string(),
        summary: z.string(),
        /** The second factor is asked for if it was not shown lately. */
        money: z.boolean(),
        fields: z.array(
          z.object({
            name: z.string(),
            hint: z.string(),
            kind: z.enum(FIELD_KINDS),
            options: z.optional(z.array(z.string())),
            required: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  refusals: [],
});

/** `started`: a worker does it, and `operator/work` says how far it is. `refused` is an expected no, with the sentences that say what to do, and the field that is wrong where it is one; nothing was changed. */
export const operatorRun = defineCall({
  method: 'POST',
  path: 'operator/action',
  summary:
    'Does one action. Under the same key it is done once, whatever is pressed. Where money hangs on it, `X-Second-Factor` shows a passkey for this very request, or `operator/step-up` a code.',
  session: 'operator',
  idempotent: true,
  body: z.object({
    name: text(64),
    values: z.record(z.string(), z.string().check(z.maxLength(MAX_FILE_BYTES, 'err_too_long'))),
  }),
  result: z.object({
    outcome: z.enum(['done', 'started', 'refused']),
    lines: z.array(z.string()),
    field: z.optional(z.string()),
    /** What was started. */
    work: z.optional(z.string()),
  }),
  refusals: [
    'err_not_found',
    'err_forbidden',
    'err_second_factor',
    'err_factor_wrong',
    'err_passkey_wrong',
    'err_login_locked',
    'err_conflict',
    'err_broken_off',
  ],
});
