import type { DepositCheck } from '@minerx/contract/deposit';
import { Button } from '@minerx/ui/button';
import { Disclosure } from '@minerx/ui/disclosure';
import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { useState, type SubmitEvent } from 'react';
import { fieldText } from '../../base/form/field-text.ts';
import { asRefusal, refusalText } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import { checkDeposit, type Deposit } from './deposit.api.ts';
import { DepositCard } from './deposit-list.tsx';

/** What came of asking one network; the others were not asked. */
interface Told {
  network: string;
  error: string | null;
  answer: { check: DepositCheck; deposits: readonly Deposit[] } | null;
}

/** What became of a transaction that a member misses. */
export function CheckTransaction({ network }: { network: string }) {
  const { t } = useTexts();
  const [hash, setHash] = useState('');
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told | null>(null);
  const { error, answer } = told?.network === network ? told : { error: null, answer: null };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setTold(null);
    try {
      setTold({ network, error: null, answer: await checkDeposit(network, hash) });
    } catch (reason) {
      const error = fieldText(t, asRefusal(reason).fields?.['deposit_hash']) ?? refusalText(t, reason);
      setTold({ network, error, answer: null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Disclosure title={t('deposit.check')}>
      <form className="stack-3" onSubmit={(event) => void submit(event)} noValidate>
        <Field label={t('deposit.check.hash')} hint={t('deposit.check.hint')} error={error}>
          {(wire) => (
            <TextInput
              {...wire}
              value={hash}
              onChange={(event) => setHash(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" size="medium" sends busy={busy}>
          {t('deposit.check.ask')}
        </Button>
      </form>
      <div aria-live="polite">
        {answer !== null && <p>{t(`deposit.check.${answer.check}`, { network })}</p>}
        {answer?.deposits.map((deposit) => (
          <DepositCard key={deposit.id} deposit={deposit} />
        ))}
      </div>
    </Disclosure>
  );
}
