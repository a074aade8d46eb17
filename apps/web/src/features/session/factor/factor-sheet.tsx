import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { CodeInput } from '@minerx/ui/pin-input';
import { Sheet } from '@minerx/ui/sheet';
import { TextInput } from '@minerx/ui/text-input';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { factorQuestion } from '../../../base/asking/second-factor.ts';
import { fieldText } from '../../../base/form/field-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';

/** Asks for a code of the app, or a recovery code, over whatever needs it. */
export default function FactorSheet() {
  const { t } = useTexts();
  const question = useSyncExternalStore(factorQuestion.subscribe, factorQuestion.get);
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [asked, setAsked] = useState(question);
  if (asked !== question) {
    setAsked(question);
    if (question?.busy !== true) setCode('');
  }
  const isWhole = isRecovery ? code.trim() !== '' : code.length === 6;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) question?.answer(code);
  };
  return (
    <Sheet open={question !== null} onClose={() => question?.answer(null)} title={t('factor.ask')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field label={t(isRecovery ? 'factor.recovery.field' : 'factor.code')} error={fieldText(t, question?.wrong)}>
          {(wire) =>
            isRecovery ? (
              <TextInput
                {...wire}
                value={code}
                autoCapitalize="characters"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                onChange={(event) => setCode(event.target.value)}
              />
            ) : (
              <CodeInput {...wire} value={code} onChange={setCode} enterKeyHint="done" />
            )
          }
        </Field>
        <Button type="submit" full sends busy={question?.busy ?? false}>
          {t('factor.ask.confirm')}
        </Button>
        <Button
          variant="quiet"
          full
          onClick={() => {
            setRecovery(!isRecovery);
            setCode('');
          }}
        >
          {t(isRecovery ? 'factor.ask.app' : 'factor.ask.recovery')}
        </Button>
      </form>
    </Sheet>
  );
}
