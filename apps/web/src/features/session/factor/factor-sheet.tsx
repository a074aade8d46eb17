import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { CodeInput } from '@minerx/ui/pin-input';
import { Sheet } from '@minerx/ui/sheet';
import { Skeleton } from '@minerx/ui/skeleton';
import { TextInput } from '@minerx/ui/text-input';
import { lazy, Suspense, useState, useSyncExternalStore, type FormEvent } from 'react';
import { factorQuestion, type SignIn } from '../../../base/asking/second-factor.ts';
import { fieldText } from '../../../base/form/field-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';

/** With forms and the contract, which signed-in members who are asked for a code do not need. */
const LostFactor = lazy(() => import('./lost-factor.tsx'));

type Question = ReturnType<typeof factorQuestion.get>;

/** Asks for a code of the app, or a recovery code, over whatever needs it; at sign-in it helps whoever has lost both. */
export default function FactorSheet() {
  const { t } = useTexts();
  const question = useSyncExternalStore(factorQuestion.subscribe, factorQuestion.get);
  const [isOpen, setOpen] = useState(false);
  const [isLost, setLost] = useState(false);
  if (isOpen !== (question !== null)) {
    setOpen(!isOpen);
    // The page stays while the sheet closes.
    if (!isOpen) setLost(false);
  }
  const close = () => question?.answer(null);
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title={t(isLost ? 'factor.lost' : 'factor.ask')}
      question={isLost ? 'lost' : 'code'}
    >
      <Pages question={question} isLost={isLost} onLost={setLost} onDone={close} />
    </Sheet>
  );
}

interface PagesProps {
  question: Question;
  isLost: boolean;
  onLost: (isLost: boolean) => void;
  onDone: () => void;
}

/** Gone with the closed sheet, and the password with it. */
function Pages({ question, isLost, onLost, onDone }: PagesProps) {
  const [signIn, setSignIn] = useState<SignIn>();
  if (question !== null && question.signIn !== signIn) setSignIn(question.signIn);
  if (isLost && signIn !== undefined)
    return (
      <Suspense fallback={<Skeleton height="24rem" />}>
        <LostFactor signIn={signIn} onDone={onDone} onBack={() => onLost(false)} />
      </Suspense>
    );
  return <CodeForm question={question} onLost={signIn && (() => onLost(true))} />;
}

interface CodeFormProps {
  question: Question;
  /** Where sign-in asks. */
  onLost: (() => void) | undefined;
}

function CodeForm({ question, onLost }: CodeFormProps) {
  const { t } = useTexts();
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
      {onLost === undefined ? (
        <p className={styles.note}>{t('factor.lost.where', { choice: t('factor.lost') })}</p>
      ) : (
        <Button variant="quiet" full onClick={onLost}>
          {t('factor.lost')}
        </Button>
      )}
    </form>
  );
}
