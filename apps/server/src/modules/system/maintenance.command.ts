import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { checkLine, checkText, presentTexts, type LanguageTexts } from '../../base/variants.ts';
import { hasWords, sanitiseMarkup } from '../../base/markup.ts';
import { changeSetting } from '../setting/setting.step.ts';
import type { Actor } from '../../base/actor.ts';
import { MESSAGE, TITLE, UNTIL } from './maintenance.query.ts';

interface MaintenanceInput {
  on: boolean;
  /** Plain text of one line. What is left out stays as it was, in every language. */
  title?: LanguageTexts | undefined;
  /** HTML as the operator wrote it; what is saved is sanitised. */
  message?: LanguageTexts | undefined;
  /** When it is planned to be over; members are told. Never stays from the last time. */
  until?: Date | undefined;
  actor: Actor;
  reason: string;
}

const MAX_TITLE = 200;
const MAX_MESSAGE = 20_000;

/**
 * Switches the maintenance mode: member calls are refused within a second, `system/*` and operators go on. A new text replaces
 * the old one in all languages, so that nobody reads last month's reason in theirs. Refuses a text that is empty or too long.
 */
export const setMaintenance = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { on, title, message, until, actor, reason }: MaintenanceInput,
): Promise<void> => {
  const texts = {
    ...(title && presentTexts(TITLE, ...parts(checkLine(TITLE, title, MAX_TITLE)))),
    ...(message && presentTexts(MESSAGE, ...parts(cleanMessage(message)))),
  };
  if (until !== undefined && until.getTime() <= context.clock.now())
    refuse('err_validation', { fields: { [UNTIL]: 'err_format' } });
  const end = until === undefined ? {} : { [UNTIL]: until.toISOString() };
  await changeSetting(context, 'maintenance', {
    change: (before) => {
      const kept = Object.entries(before).filter(
        ([field]) => field !== UNTIL && !(title && field.startsWith(TITLE)) && !(message && field.startsWith(MESSAGE)),
      );
      return { ...Object.fromEntries(kept), ...texts, ...end, maintenance: on };
    },
    actor,
    action: 'maintenance.set',
    reason,
  });
};

const parts = ({ base, variants }: LanguageTexts) => [base, variants] as const;

const cleanMessage = (message: LanguageTexts): LanguageTexts => {
  const variants = Object.entries(message.variants).map(([code, html]) => [code, sanitiseMarkup(html)]);
  const clean = {
    base: sanitiseMarkup(message.base),
    variants: Object.fromEntries(variants) as Record<string, string>,
  };
  if (!hasWords(clean.base)) refuse('err_validation', { fields: { [MESSAGE]: 'err_required' } });
  return checkText(MESSAGE, clean, MAX_MESSAGE);
};
