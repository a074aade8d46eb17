import { PASSWORD_CHECKS, PASSWORD_SPECIALS, passwordChecks, type PasswordCheck } from '@minerx/rules/password';
import { Checklist } from '@minerx/ui/checklist';
import { useDeferredValue } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';

const hints = {
  length: 'session.password.length',
  upper: 'session.password.upper',
  digit: 'session.password.digit',
  special: 'session.password.special',
  notCommon: 'session.password.notCommon',
} as const satisfies Record<PasswordCheck, TextKey>;

/** The password rule line by line, shown before anything is typed and ticked while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const { t } = useTexts();
  const checks = passwordChecks(password);
  const met = (check: PasswordCheck) => password !== '' && checks[check];
  const items = PASSWORD_CHECKS.map((check) => ({
    text: t(hints[check], { specials: PASSWORD_SPECIALS.slice(0, 5) }),
    met: met(check),
  }));
  // One short sentence for screen readers, once typing pauses, instead of the whole list at every key.
  const said = useDeferredValue(
    password === '' ? '' : t('session.password.met', { met: PASSWORD_CHECKS.filter(met).length, all: items.length }),
  );
  return (
    <>
      <Checklist items={items} />
      <span className="unseen" aria-live="polite">
        {said}
      </span>
    </>
  );
}
