import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { readCorpus } from '../i18n/corpus.ts';

const at = (path: string) => new URL(path, import.meta.url);
const corpus = readCorpus();
const css = readFileSync(at('../../../../packages/ui/src/theme/typeface.css'), 'utf8');

/** Code points that our own typeface has, by its style sheet. */
const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].map(([, first = '', last = first]) => [
  Number.parseInt(first, 16),
  Number.parseInt(last, 16),
]);
const isOurs = (sign: string): boolean =>
  ranges.some(([first = 0, last = 0]) => sign.codePointAt(0)! >= first && sign.codePointAt(0)! <= last);
/** Every device can draw these, and they stand among their like; or there is nothing of them to draw. */
const isOfTheDevice = (sign: string): boolean =>
  /[\p{Script=Han}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef\s\u200b\u2060\u00ad]/u.test(sign);

test.each(LANGUAGE_CODES)('our own typeface has every sign of the texts in %s', (code) => {
  const missing = new Set<string>();
  for (const text of Object.values(corpus[code]))
    for (const sign of text.normalize('NFC')) if (!isOurs(sign) && !isOfTheDevice(sign)) missing.add(sign);
  expect([...missing]).toEqual([]);
});
