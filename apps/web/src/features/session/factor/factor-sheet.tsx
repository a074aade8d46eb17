import { canUsePasskeys } from '@minerx/contract/passkeys-here';
import { answerWithPasskey, type PasskeyChallenge } from '@minerx/contract/webauthn';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { CodeInput } from '@minerx/ui/pin-input';
import { Sheet } from '@minerx/ui/sheet';
import { Skeleton } from '@minerx/ui/skeleton';
import { TextInput } from '@minerx/ui/text-input';
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore, type FormEvent } from 'react';
import { factorQuestion, type SignIn } from '../../../base/asking/second-factor.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { fieldText } from '../../../base/form/field-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';
import { orRefuse } from './or-refuse.ts';

/** With forms and the contract, which signed-in members who are asked for a code do not need. */
const LostFactor = lazy(() => import('./lost-factor.tsx'));

type Question = ReturnType<typeof factorQuestion.get>;

/** Asks for a code of the app, a recovery code or a passkey, over whatever needs it; at sign-in it helps whoever has lost both. */
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
  const [hasApp, setHasApp] = useState(question?.hasApp ?? true);
  const [isRecovery, setRecovery] = useState(!hasApp);
  const [asked, setAsked] = useState(question);
  if (asked !== question) {
    setAsked(question);
    if (question !== null && question.hasApp !== hasApp) {
      setHasApp(question.hasApp);
      setRecovery(!question.hasApp);
    }
    if (question?.busy !== true) setCode('');
  }
  const isWhole = isRecovery ? code.trim() !== '' : code.length === 6;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) question?.answer(code);
  };
  const passkey = canUsePasskeys() ? question?.passkey : undefined;
  const wrong = fieldText(t, question?.wrong);
  const isOfPasskey = question?.wrong === 'err_passkey_wrong';
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {passkey && <PasskeyButton question={question} passkey={passkey} wrong={isOfPasskey ? wrong : undefined} />}
      <CodeField isRecovery={isRecovery} code={code} wrong={isOfPasskey ? undefined : wrong} onChange={setCode} />
      <Button type="submit" variant={passkey ? 'secondary' : 'primary'} full sends busy={question?.busy ?? false}>
        {t('factor.ask.confirm')}
      </Button>
      {hasApp && (
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
      )}
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

interface PasskeyButtonProps {
  question: Question;
  passkey: PasskeyChallenge;
  wrong: string | undefined;
}

function PasskeyButton({ question, passkey, wrong }: PasskeyButtonProps) {
  const { t } = useTexts();
  const show = async () => {
    try {
      const shown = await orRefuse(answerWithPasskey(passkey));
      if (shown !== null) question?.answer(shown);
    } catch (error) {
      await alertRefusal('factor.failed', error);
    }
  };
  const again = useEffectEvent(() => void show());
  useEffect(() => {
    if (question?.again === true) again();
  }, [question]);
  return (
    <>
      {wrong !== undefined && (
        <p role="alert" className={styles.advice}>
          {wrong}
        </p>
      )}
      <Button full sends busy={question?.busy ?? false} onClick={() => void show()}>
        {t('factor.ask.passkey')}
      </Button>
    </>
  );
}

interface CodeFieldProps {
  isRecovery: boolean;
  code: string;
  wrong: string | undefined;
  onChange: (code: string) => void;
}

function CodeField({ isRecovery, code, wrong, onChange }: CodeFieldProps) {
  const { t } = useTexts();
  return (
    <Field label={t(isRecovery ? 'factor.recovery.field' : 'factor.code')} error={wrong}>
      {(wire) =>
        isRecovery ? (
          <TextInput
            {...wire}
            value={code}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <CodeInput {...wire} value={code} onChange={onChange} enterKeyHint="done" />
        )
      }
    </Field>
  );
}
