import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { TextInput } from '@minerx/ui/text-input';
import { ClipboardPaste } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { toast } from '../../base/alerts.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useRedeem } from './use-redeem.ts';
import { caretAfter, groupedCode } from './voucher-code.ts';
import voucher from '../../base/art/voucher.svg';
import styles from './redeem-form.module.css';
import { CodedField } from '../../base/form/coded-field.tsx';

/** Groups the code while it is typed, and leaves the caret where it was. */
function useGroupedTyping(
  input: RefObject<HTMLInputElement | null>,
  { code, setCode }: Pick<ReturnType<typeof useRedeem>, 'code' | 'setCode'>,
) {
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [input, code]);
  return ({ value, selectionStart }: HTMLInputElement): void => {
    const grouped = groupedCode(value);
    caret.current = caretAfter(value, selectionStart ?? value.length, grouped);
    setCode(grouped);
  };
}

/** The code of a voucher, by hand or by paste, and the button that makes a miner of it. */
export function RedeemForm() {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const redeem = useRedeem(() => input.current?.focus());
  const type = useGroupedTyping(input, redeem);
  const paste = async () => {
    try {
      redeem.setCode(groupedCode(await navigator.clipboard.readText()));
    } catch {
      toast(t('miner.redeem.pasteDenied'));
    }
    input.current?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void redeem.redeem();
      }}
    >
      <Card className="stack-4">
        <img className={styles.art} src={voucher} width={320} height={136} alt="" />
        <p className={styles.text}>{t('miner.redeem.text')}</p>
        <CodedField
          label={t('miner.redeem.code')}
          hint={redeem.unanswered ? t('miner.redeem.unanswered') : t('miner.redeem.hint')}
          code={redeem.error}
        >
          {(wire) => (
            <TextInput
              {...wire}
              ref={input}
              className={styles.code}
              name="voucher_code"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              readOnly={redeem.busy}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              value={redeem.code}
              onChange={({ target }) => type(target)}
            />
          )}
        </CodedField>
        <Button
          variant="secondary"
          size="medium"
          icon={<ClipboardPaste size={18} aria-hidden="true" />}
          onClick={() => void paste()}
        >
          {t('miner.redeem.paste')}
        </Button>
        <Button full type="submit" sends busy={redeem.busy}>
          {redeem.unanswered ? t('miner.ask') : t('miner.redeem')}
        </Button>
      </Card>
    </form>
  );
}
