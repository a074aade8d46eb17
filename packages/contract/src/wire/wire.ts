import { isValidEmail } from '@minerx/rules/member';
import { parseUnits } from '@minerx/rules/money';
import { PAGE_SIZE, MAX_PAGE_SIZE } from '@minerx/rules/paging';
import { tidyTicketText } from '@minerx/rules/ticket';
import { isWalletId, WALLETS } from '@minerx/rules/wallet';
import { VARIANT_CODES, type VariantLanguage } from '@minerx/rules/wire-language';
import * as z from 'zod/mini';
import type { RefusalCode } from './refusal.ts';

/** Chooses the field code by what is wrong: nothing there, or something of another type. */
const typeError = (issue: { input?: unknown }): RefusalCode =>
  issue.input === undefined || issue.input === null ? 'err_required' : 'err_type';

const refuse = (code: RefusalCode) => ({ error: code });

/** Non-empty text of at most `max` characters; no control characters but line breaks where `multiline`. */
export const text = (max: number, format?: { pattern: RegExp; code: RefusalCode }) =>
  z.string({ error: typeError }).check(
    z.minLength(1, { error: 'err_required' satisfies RefusalCode, abort: true }),
    z.maxLength(max, { ...refuse('err_too_long'), abort: true }),
    // eslint-disable-next-line no-control-regex -- refusing them is the point
    z.regex(format?.pattern ?? /^[^\u0000-\u001f\u007f]*$/u, refuse(format?.code ?? 'err_format')),
  );

/** Text of several lines, tidied (one kind of line end, no blanks around); of at least `min` characters. */
export const lines = (max: number, min = 1) =>
  z.string({ error: typeError }).check(
    z.overwrite(tidyTicketText),
    z.minLength(min, { error: 'err_required' satisfies RefusalCode, abort: true }),
    z.maxLength(max, { ...refuse('err_too_long'), abort: true }),
    // eslint-disable-next-line no-control-regex -- refusing them is the point
    z.regex(/^[^\u0000-\u0008\u000b-\u001f\u007f]*$/u, refuse('err_format')),
  );

/** Text that a pure rule judges: `checked(254, isValidEmail, 'err_email')`. */
export const checked = (max: number, rule: (value: string) => boolean, code: RefusalCode) =>
  z.string({ error: typeError }).check(
    z.minLength(1, { ...refuse('err_required'), abort: true }),
    z.maxLength(max, { ...refuse(code), abort: true }),
    z.refine((value: string) => rule(value), refuse(code)),
  );

/** The same for text whose blanks around, or other fillings, are dropped before it is judged. */
export const tidied = (
  max: number,
  tidy: (value: string) => string,
  rule: (value: string) => boolean,
  code: RefusalCode,
) =>
  z.string({ error: typeError }).check(
    z.overwrite(tidy),
    z.minLength(1, { ...refuse('err_required'), abort: true }),
    z.maxLength(max, { ...refuse(code), abort: true }),
    z.refine((value: string) => rule(value), refuse(code)),
  );

/** An email address as it was typed, without blanks around. */
export const email = tidied(254, (typed) => typed.trim(), isValidEmail, 'err_email');

/** Whole number in a range. */
export const whole = (min: number, max: number, code: RefusalCode) =>
  z
    .int({ error: (issue) => (issue.input === undefined || issue.input === null ? 'err_required' : code) })
    .check(z.minimum(min, refuse(code)), z.maximum(max, refuse(code)));

/** Type of a wallet that there is. */
export const walletTypeId = (code: RefusalCode) =>
  whole(1, Math.max(...WALLETS.map(({ id }) => id)), code).check(z.refine(isWalletId, refuse(code)));

/** Decimal string of at most 8 decimals that the ledger can hold; never a number, never an exponent. */
export const amount = text(22, { pattern: /^(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/, code: 'err_amount' }).check(
  z.refine((value: string) => parseUnits(value) !== null, refuse('err_amount')),
);

/** Unguessable id of something a member owns. */
export const opaqueId = text(64, { pattern: /^[A-Za-z0-9_-]+$/, code: 'err_format' });

/** ISO 8601 in UTC. */
export const timestamp = z.string();

/** `{page, pageSize}`; `page` from 1. */
export const paginator = {
  page: z._default(whole(1, 1_000_000, 'err_page'), 1),
  pageSize: z._default(whole(1, MAX_PAGE_SIZE, 'err_page'), PAGE_SIZE),
};

export const pageBody = z.object(paginator);

/** A page; or with an `id` that row alone, whatever page it stands on. */
export const soughtBody = z.extend(pageBody, { id: z.optional(opaqueId) });

/** `result` of a list. */
export const pageResult = <T extends z.core.$ZodType>(row: T) =>
  z.object({ data: z.array(row), paginator: z.object({ page: z.number(), pageSize: z.number(), total: z.number() }) });

/** `result` of a call that answers with nothing but success. */
export const done = z.object({});

/** Where a figure comes from; shown as a badge. */
export const source = z.object({ name: z.string(), simulated: z.boolean(), at: z.nullable(timestamp) });

/** A file that is written while it travels. */
export const chunks = z.custom<AsyncIterable<string>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);

/** A file instead of JSON. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

type VariantFields<Field extends string> = {
  [Code in VariantLanguage as `${Field}_${Code}`]: z.ZodMiniOptional<z.ZodMiniString>;
};

/** `field_zh` … `field_gr`: the texts that operators have written; where one is missing the base field stands (`variant` of the rules). */
export const variantsOf = <Field extends string>(field: Field): VariantFields<Field> =>
  Object.fromEntries(VARIANT_CODES.map((code) => [`${field}_${code}`, z.optional(z.string())])) as VariantFields<Field>;
