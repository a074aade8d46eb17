import type { Texts } from '../../i18n/texts.ts';
import type { Withdrawal } from './withdrawal.api.ts';

/** By when the next step is usually done, or that it is late; null when it is over. */
export function nextStepText(
  { expected_date: expected }: Pick<Withdrawal, 'expected_date'>,
  { t, format }: Pick<Texts, 't' | 'format'>,
  nowMs: number,
): string | null {
  if (expected === null) return null;
  return Date.parse(expected) < nowMs
    ? t('withdrawal.late')
    : t('withdrawal.expected', { date: format.dateTime(new Date(expected)) });
}
