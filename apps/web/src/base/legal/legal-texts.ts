import type { ResultOf } from '@minerx/contract/call';
import type { systemTerms } from '@minerx/contract/terms';
import { KEPT_DAYS, WAITING_DAYS } from '@minerx/rules/terms';
import type { WireLanguage } from '@minerx/rules/wire-language';
import { brand } from '../brand/brand.ts';

export type LegalPage = 'terms' | 'privacy' | 'risk';

interface LegalSection {
  title: string;
  text: string[];
}

/** What members agree to, in one language. A change of it is a new version: `rules/member/terms.ts`. */
export type LegalTexts = Record<LegalPage, LegalSection[]> & {
  /** What each version changed. */
  changes: Record<string, string>;
};

/** What the texts leave open. Their version is the build's own. */
export type InForce = Pick<ResultOf<typeof systemTerms>, 'withdrawal_hold_hours' | 'operator'>;

const files = import.meta.glob<LegalTexts>('./texts/*.json', { import: 'default' });
export const legalTextsIn = (language: WireLanguage): Promise<LegalTexts> => files[`./texts/${language}.json`]!();

/** How many hours or days, in words: "24 hours". */
const amountOf = (tag: string, count: number, unit: 'hour' | 'day'): string =>
  new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** What the marks of the texts stand for. */
export const legalValues = (tag: string, inForce: InForce): Record<string, string> => ({
  name: brand.name,
  email: brand.supportEmail,
  hold: amountOf(tag, inForce.withdrawal_hold_hours, 'hour'),
  waiting: amountOf(tag, WAITING_DAYS, 'day'),
  sessions: amountOf(tag, KEPT_DAYS.sessions, 'day'),
  pins: amountOf(tag, KEPT_DAYS.pinFailures, 'day'),
  codes: amountOf(tag, KEPT_DAYS.codes, 'day'),
});

export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
