import { expect, it } from 'vitest';
import type { Texts } from '../../i18n/texts.ts';
import { nextStepText } from './next-step.ts';

const texts = { t: (key: string) => key, format: { dateTime: String } } as unknown as Pick<Texts, 't' | 'format'>;

it('promises no date that is past, and none where nothing is awaited', () => {
  const expected_date = '2026-11-23T12:00:00.000Z';
  const at = Date.parse(expected_date);
  expect(nextStepText({ expected_date }, texts, at)).toBe('withdrawal.expected');
  expect(nextStepText({ expected_date }, texts, at + 1)).toBe('withdrawal.late');
  expect(nextStepText({ expected_date: null }, texts, at + 1)).toBeNull();
});
