import { isNftAddress } from '@minerx/rules/nft-withdrawal';
import { looksAlike } from '@minerx/rules/withdrawal-network';
import { Button } from '@minerx/ui/button';
import { classes } from '@minerx/ui/classes';
import { TextArea } from '@minerx/ui/text-area';
import { useQuery } from '@tanstack/react-query';
import { ClipboardPaste, ShieldCheck, TriangleAlert } from 'lucide-react';
import { toast } from '../../base/alerts.ts';
import { memberQuery } from '../../base/member.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useWithdrawals } from './nft.api.ts';
import { carriesChecksum, tidyAddress } from './pasted-address.ts';
import { AddressText } from '../../base/parts/address-text.tsx';
import { withdrawalAddressesOf } from '../../base/parts/withdrawal-addresses.ts';
import type { Withdraw } from './use-withdraw.ts';
import styles from './address-field.module.css';
import { CodedField } from '../../base/form/coded-field.tsx';

/** Where it goes: typed or pasted, and read back in groups as soon as it is an address. */
export function AddressField({ withdraw }: { withdraw: Withdraw }) {
  const { t } = useTexts();
  const { address, addressError, addressInput, busy } = withdraw;
  const paste = async () => {
    try {
      const text = tidyAddress(await navigator.clipboard.readText());
      if (text === '') toast(t('nft.withdraw.pasteEmpty'));
      else withdraw.setAddress(text);
    } catch {
      toast(t('nft.withdraw.pasteDenied'));
    }
    addressInput.current?.focus();
  };
  return (
    <div className={styles.stack}>
      <CodedField label={t('nft.withdraw.address')} hint={t('nft.withdraw.address.hint')} code={addressError}>
        {(wire) => (
          <TextArea
            {...wire}
            ref={addressInput}
            className={styles.input}
            lang=""
            name="withdrawal_address"
            rows={2}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            readOnly={busy}
            placeholder="0x…"
            value={address}
            onChange={({ target }) => withdraw.setAddress(target.value)}
            onBlur={withdraw.checkAddress}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              withdraw.pinInput.current?.focus();
            }}
          />
        )}
      </CodedField>
      <div aria-live="polite">{isNftAddress(address) && <ReadBack address={address} />}</div>
      <Button
        variant="secondary"
        size="medium"
        icon={<ClipboardPaste size={18} aria-hidden="true" />}
        onClick={() => void paste()}
      >
        {t('nft.withdraw.paste')}
      </Button>
    </div>
  );
}

function ReadBack({ address }: { address: string }) {
  const { t } = useTexts();
  const alike = useKnownAddresses().find((known) => looksAlike(known, address));
  const checked = carriesChecksum(address);
  const Icon = checked ? ShieldCheck : TriangleAlert;
  return (
    <div className={styles.back}>
      <AddressText address={address} />
      <p className={classes(styles.check, checked ? styles.right : styles.unsure)}>
        <Icon size={16} aria-hidden="true" />
        <span>{t(checked ? 'nft.withdraw.checksum' : 'nft.withdraw.noChecksum')}</span>
      </p>
      {alike !== undefined && (
        <p className={classes(styles.check, styles.unsure)} role="alert">
          <TriangleAlert size={16} aria-hidden="true" />
          <span>{t('withdrawal-address.lookalike', { address: alike })}</span>
        </p>
      )}
    </div>
  );
}

/** The member's own: those that are saved, and those that items went to lately. */
function useKnownAddresses(): string[] {
  const member = useQuery(memberQuery);
  const withdrawals = useWithdrawals({ page: 1 });
  const saved = member.data === undefined ? [] : withdrawalAddressesOf(member.data);
  return [...saved.map(({ address }) => address), ...(withdrawals.data?.rows.map(({ address }) => address) ?? [])];
}
