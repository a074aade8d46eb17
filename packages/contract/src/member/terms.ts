import { isWireLanguage } from '@minerx/rules/wire-language';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { checked, done, whole } from '../wire/wire.ts';

/** A version of terms, privacy and risks, as the one who agrees to it has read it. */
export const termsVersion = whole(1, 9999, 'err_terms_changed');

/** What the texts of the terms leave open. */
export const systemTerms = defineCall({
  method: 'GET',
  path: 'system/terms',
  summary:
    'The version of terms, privacy and risks that is in force, who operates the service, and the settings that they name.',
  session: 'public',
  result: z.object({
    terms_version: z.number(),
    /** The day it came into force, `2026-11-22`. */
    terms_date: z.string(),
    withdrawal_hold_hours: z.number(),
    /** Null where nobody offers it to the public: a demonstration. */
    operator: z.nullable(
      z.object({ name: z.string(), address: z.string(), register: z.nullable(z.string()), law: z.string() }),
    ),
  }),
  refusals: [],
});

export const memberTerms = defineCall({
  method: 'POST',
  path: 'member/terms',
  summary:
    'Agrees to the terms in force; which version, when, and in which language it was read is kept. The same again changes nothing.',
  session: 'member',
  body: z.object({ terms_version: termsVersion, language: checked(2, isWireLanguage, 'err_format') }),
  result: done,
  refusals: ['err_terms_changed'],
});
