import { readFileSync } from 'node:fs';
import type { NoticeKind } from '@minerx/rules/notice';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';

const FOLDER = new URL('./texts/', import.meta.url);

/** What has happened, by kind: one file per language, read once; a test holds them alike. */
export const NOTICE_TEXTS = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [
    code,
    JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8')) as Record<NoticeKind, string>,
  ]),
) as Record<WireLanguage, Record<NoticeKind, string>>;
