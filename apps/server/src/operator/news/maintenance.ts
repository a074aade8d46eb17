import { setMaintenance } from '../../modules/system/maintenance.command.ts';
import type { LanguageTexts } from '../../base/variants.ts';
import { defineOperatorCommand, GRANTS, momentOf, OperatorProblem } from '../command.ts';
import { readVariants } from '../read-variants.ts';

const REASON = { hint: 'why, for the audit log', kind: 'text' } as const;
const VARIANTS = { hint: `'{"zh":"…","gr":"…"}'`, kind: 'text' } as const;

/** A text and the flag with its variants; nothing given leaves what stands. */
const textsOf = (name: string, base: string | undefined, variants: string | undefined): LanguageTexts | undefined => {
  if (base !== undefined) return { base, variants: variants === undefined ? {} : readVariants(`${name}s`, variants) };
  if (variants !== undefined) throw new OperatorProblem(`--${name}s needs the English --${name} beside it`);
  return undefined;
};

export const maintenanceCommands = [
  defineOperatorCommand({
    name: 'maintenance on',
    grant: GRANTS.admin,
    summary:
      'Closes the app for members and tells them why, in up to ten languages; operators keep working. A new text replaces the old one in all languages, what is left out stays.',
    flags: {
      title: { hint: 'title', kind: 'text' },
      titles: VARIANTS,
      message: { hint: 'HTML', kind: 'text' },
      messages: VARIANTS,
      until: { hint: 'planned end, UTC, 2026-11-20 12:00', kind: 'moment' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { title, titles, message, messages, until, reason }) => {
      await setMaintenance(context, {
        on: true,
        title: textsOf('title', title, titles),
        message: textsOf('message', message, messages),
        until: momentOf(until),
        actor,
        reason: reason ?? 'maintenance',
      });
      print('Maintenance is on: members are told so.');
    },
  }),
  defineOperatorCommand({
    name: 'maintenance off',
    grant: GRANTS.admin,
    summary: 'Opens the app again.',
    flags: { reason: REASON },
    run: async ({ context, print, actor }, { reason }) => {
      await setMaintenance(context, { on: false, actor, reason: reason ?? 'maintenance is over' });
      print('Maintenance is off.');
    },
  }),
];
