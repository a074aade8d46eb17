import { expect, it, vi } from 'vitest';
import type { Translate } from '../i18n/texts.ts';
import { nextStepText, Refusal } from './refusal.ts';

vi.mock('../i18n/texts.ts', () => ({ isTextKey: () => false }));

const t = ((key: string) => key) as unknown as Translate;

it('says the next step after a load that failed by what the answer was, and one sentence for a server that failed', () => {
  expect(nextStepText(t, new Refusal({ code: 'offline' }))).toBe('common.loadFailedNext');
  expect(nextStepText(t, new Refusal({ code: 'timeout' }))).toBe('common.loadFailedNext');
  expect(nextStepText(t, new Refusal({ code: 'err_of_server', status: 429, message: 'Wait.' }))).toBe('Wait.');
  expect(nextStepText(t, new Refusal({ code: 'unreadable', status: 502 }))).toBe('common.loadFailedNext');
  expect(nextStepText(t, new TypeError('of the answer'))).toBe('common.loadFailedNext');
});
