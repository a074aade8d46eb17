import { readFileSync } from 'node:fs';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGE_CODES, localeOf } from '@minerx/rules/wire-language';
import { expect, it, vi } from 'vitest';
import { brand } from '../brand/brand.ts';
import { Refusal } from '../refusal.ts';
import { whyText } from './refusal-alert.ts';

vi.mock('../../i18n/texts.ts', () => ({
  isTextKey: () => true,
  texts: () => ({ t: (key: string, values?: Record<string, string>) => i18n._(key, values) }),
}));

it.each(LANGUAGE_CODES)('whose account is frozen reads in %s where to write', (code) => {
  const file = new URL(`../../i18n/locales/refusal/${code}.json`, import.meta.url);
  const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  const messages = Object.fromEntries(texts.map(([key, text]) => [key, compileMessage(text)]));
  i18n.loadAndActivate({ locale: localeOf(code), messages });
  const said = whyText(new Refusal({ code: 'err_account_frozen', status: 403 }));
  expect(said).toContain(brand.supportEmail);
  expect(said).not.toContain('{');
});
