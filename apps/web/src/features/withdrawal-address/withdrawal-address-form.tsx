import type { Member } from '@minerx/contract/profile';
import { networkLabel } from '@minerx/rules/network';
import { networksOf, WITHDRAWABLE_WALLETS } from '@minerx/rules/withdrawal-network';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Segmented } from '@minerx/ui/segmented';
import { Select } from '@minerx/ui/select';
import { fieldText } from '../../base/form/field-text.ts';
import { ConfirmCard } from '../../base/form/confirm-card.tsx';
import { heldUntil, useHeldReason } from '../../base/parts/outgoing-held.tsx';
import { withdrawalAddressesOf } from '../../base/parts/withdrawal-addresses.ts';
import { useTexts } from '../../i18n/texts.ts';
import { WithdrawalAddressField } from './withdrawal-address-field.tsx';
import styles from './withdrawal-address.module.css';
import { savedAt, type Place } from './withdrawal-address-input.ts';
import { SavedState } from './saved-state.tsx';
import { useWithdrawalAddressForm } from './use-withdrawal-address-form.ts';

interface WithdrawalAddressFormProps {
  member: Member;
  /** The coin and network that an address is wanted for; what was typed for another stays in its draft. */
  place?: Place | undefined;
  /** Where a saved address leads. */
  backTo: '/profile' | '/asset/spot/withdraw';
}

/** Where withdrawals go: coin, network and address, confirmed with PIN and emailed code. */
export function WithdrawalAddressForm({ member, place, backTo }: WithdrawalAddressFormProps) {
  const { t } = useTexts();
  const addresses = withdrawalAddressesOf(member);
  const form = useWithdrawalAddressForm(addresses, { place, backTo });
  const { input, errors, busy } = form;
  const reason = useHeldReason(heldUntil(member));
  const saved = savedAt(input, addresses);
  return (
    <form
      ref={form.form}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) void form.submit();
      }}
    >
      <Card className="stack-5">
        <Field label={t('withdrawal-address.coin')} error={fieldText(t, errors.coin)}>
          {(wire) => (
            <Select
              {...wire}
              name="coin"
              value={input.coin}
              onChange={({ target }) => form.chooseCoin(Number(target.value) as WalletId)}
            >
              {WITHDRAWABLE_WALLETS.map((id) => (
                <option key={id} value={id}>
                  {walletById(id).name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Segmented
          label={t('withdrawal-address.network')}
          options={networksOf(input.coin).map((network) => ({ id: network, label: networkLabel(network) }))}
          value={input.network}
          onChange={form.chooseNetwork}
        />
        <SavedState place={input} saved={saved} changing={saved?.address !== input.address} />
        <WithdrawalAddressField form={form} member={member} />
      </Card>
      <ConfirmCard
        use={form}
        purpose="withdrawal-address"
        email={member.member_email}
        className="stack-5"
        heading={<h2 className={styles.heading}>{t('withdrawal-address.confirm')}</h2>}
        hint={t('session.code.hint')}
      />
      <Button type="submit" full sends busy={busy} reason={reason}>
        {t('withdrawal-address.save')}
      </Button>
    </form>
  );
}
