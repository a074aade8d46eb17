import type { Member } from '@minerx/contract/profile';
import { networkLabel } from '@minerx/rules/network';
import { addressGroups } from '@minerx/rules/address-groups';
import { ADDRESS_MAX_LENGTH, looksAlike } from '@minerx/rules/withdrawal-network';
import { Button } from '@minerx/ui/button';
import { TextArea } from '@minerx/ui/text-area';
import { CircleCheck, ClipboardPaste, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../base/alerts.ts';
import { withdrawalAddressesOf, type WithdrawalAddress } from '../../base/parts/withdrawal-addresses.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './withdrawal-address.module.css';
import { judge } from './withdrawal-address-input.ts';
import { CodedField } from '../../base/form/coded-field.tsx';
import type { WithdrawalAddressForm } from './use-withdrawal-address-form.ts';

/** The address: pasted or typed, judged at once when it is whole, and read back in groups of four while it is not the saved one. */
export function WithdrawalAddressField({ form, member }: { form: WithdrawalAddressForm; member: Member }) {
  const { t } = useTexts();
  const [left, setLeft] = useState(false);
  const { input, errors, type } = form;
  const saved = withdrawalAddressesOf(member);
  const verdict = judge(input, saved);
  const error = errors.address ?? (left && verdict.kind === 'wrong' ? 'err_withdrawal_address' : undefined);
  const paste = async () => {
    try {
      type({ address: await navigator.clipboard.readText() });
      setLeft(true);
    } catch {
      toast(t('withdrawal-address.pasteFailed'));
    }
  };
  return (
    <div className="stack-3">
      <CodedField
        label={t('withdrawal-address.address')}
        aside={
          'readText' in (navigator.clipboard ?? {}) && (
            <button type="button" className={styles.paste} onClick={() => void paste()}>
              <ClipboardPaste size={16} aria-hidden="true" />
              {t('withdrawal-address.paste')}
            </button>
          )
        }
        hint={t('withdrawal-address.hint', { count: member.system_setting.withdrawal_hold_hours })}
        code={verdict.kind === 'elsewhere' ? undefined : error}
      >
        {(wire) => (
          <TextArea
            {...wire}
            className={styles.input}
            name="address"
            rows={2}
            maxLength={ADDRESS_MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            readOnly={form.busy}
            value={input.address}
            onChange={({ target }) => type({ address: target.value })}
            onBlur={() => setLeft(true)}
          />
        )}
      </CodedField>
      <div aria-live="polite">
        {verdict.kind === 'right' && (
          <ReadBack address={verdict.address} network={networkLabel(input.network)} saved={saved} />
        )}
        {verdict.kind === 'elsewhere' && (
          <div className={styles.elsewhere}>
            <p>{t('withdrawal-address.elsewhere', { network: networkLabel(verdict.network) })}</p>
            {verdict.offered && (
              <Button variant="secondary" size="medium" onClick={() => form.switchNetwork(verdict.network)}>
                {t('withdrawal-address.switch', { network: networkLabel(verdict.network) })}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

interface ReadBackProps {
  address: string;
  network: string;
  saved: readonly WithdrawalAddress[];
}

/** An address that is one, in groups of four, and told when one that the member has looks like it. */
function ReadBack({ address, network, saved }: ReadBackProps) {
  const { t } = useTexts();
  const alike = saved.find((each) => looksAlike(each.address, address));
  return (
    <div className={styles.readBack}>
      <p className={styles.right}>
        <CircleCheck size={16} aria-hidden="true" />
        {t('withdrawal-address.right', { network })}
      </p>
      {alike !== undefined && (
        <p className={styles.alike} role="alert">
          <TriangleAlert size={16} aria-hidden="true" />
          {t('withdrawal-address.lookalike', { address: alike.address })}
        </p>
      )}
      <p className={styles.groups} translate="no">
        {addressGroups(address).map((group, place) => (
          <span key={place}>{group}</span>
        ))}
      </p>
    </div>
  );
}
