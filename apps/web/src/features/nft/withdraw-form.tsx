import type { Member } from '@minerx/contract/profile';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { NFT_NETWORK } from '@minerx/rules/nft-withdrawal';
import { WALLET } from '@minerx/rules/wallet';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { TextInput } from '@minerx/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../base/member.ts';
import { ownWallet } from '../../base/own-wallet.ts';
import { heldUntil, OutgoingHeld, useHeldReason } from '../../base/parts/outgoing-held.tsx';
import { PinCard } from '../../base/form/pin-card.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { AddressField } from './address-field.tsx';
import { useCollections } from './collection/collection.api.ts';
import type { Nft } from './nft.api.ts';
import { NftPicture } from './nft-picture.tsx';
import { TokenWords } from './token-words.tsx';
import { useWithdraw } from './use-withdraw.ts';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import styles from './withdraw-form.module.css';

interface Funds {
  feeUnits: Units;
  balanceUnits: Units;
}

const fundsOf = (member: Member): Funds => ({
  feeUnits: unitsFrom(member.system_setting.nft_withdraw_fee),
  balanceUnits: ownWallet(member, WALLET.USDT).balanceUnits,
});

/** One item and where it shall go: network, address, fee, PIN; then everything once more before it is asked for. */
export function WithdrawForm({ nft, onSent }: { nft: Nft; onSent: () => void }) {
  const { t } = useTexts();
  const member = useQuery(memberQuery);
  const funds = member.data && fundsOf(member.data);
  const withdraw = useWithdraw({ nftId: nft.id, feeUnits: funds?.feeUnits, onSent });
  const held = heldUntil(member.data);
  const heldReason = useHeldReason(held);
  const short = funds !== undefined && funds.balanceUnits < funds.feeUnits;
  return (
    <form
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!short && held === null) withdraw.submit();
      }}
    >
      <OutgoingHeld until={held} />
      <Hero nft={nft} />
      <Card className="stack-5">
        <Network nft={nft} />
        <AddressField withdraw={withdraw} />
      </Card>
      <Card>
        <Facts>
          <Fact label={t('nft.withdraw.fee')}>
            <Amount units={funds?.feeUnits} hideable={false} />
          </Fact>
          <Fact label={t('nft.withdraw.balance')}>
            <Amount units={funds?.balanceUnits} />
          </Fact>
        </Facts>
      </Card>
      <PinCard entry={withdraw} />
      <Button
        full
        sends
        type="submit"
        busy={withdraw.busy && !withdraw.open}
        aria-disabled={funds === undefined || undefined}
        reason={heldReason ?? (short ? t('nft.withdraw.short') : undefined)}
      >
        {t('nft.withdraw.submit')}
      </Button>
      <WithdrawSheet nft={nft} withdraw={withdraw} balanceUnits={funds?.balanceUnits} />
    </form>
  );
}

/** The one network, with the name that the collection's page has for it. */
function Network({ nft }: { nft: Nft }) {
  const { t } = useTexts();
  const { data, isPending } = useCollections();
  const named = data?.filter(({ contract_network: name }) => name !== null);
  const network = (named?.find(({ collection_id: id }) => id === nft.rarity) ?? named?.[0])?.contract_network;
  // Its line is there before it arrives.
  const hint = network ? t('nft.withdraw.network.hint', { network }) : isPending && '\u00a0';
  return (
    <Field label={t('nft.withdraw.network')} hint={hint}>
      {(wire) => <TextInput {...wire} name="network_type" readOnly value={networkLabel(NFT_NETWORK)} />}
    </Field>
  );
}

function Hero({ nft }: { nft: Nft }) {
  return (
    <div className={classes('stack-3 centred', styles.hero)}>
      <NftPicture token={nft} eager />
      <div className={styles.words}>
        <TokenWords token={nft} />
      </div>
    </div>
  );
}

function Amount({ units, hideable = true }: { units: Units | undefined; hideable?: boolean }) {
  return units === undefined ? (
    <Skeleton width="6rem" height="1.5rem" />
  ) : (
    <Money units={units} precision={2} asset="USDT" hideable={hideable} />
  );
}

/** In the shape of the form. */
export function WithdrawWaiting() {
  return (
    <div className="stack-4">
      <div className={classes('stack-3 centred', styles.hero)}>
        <span className={styles.place} />
        <div className={styles.words}>
          <Skeleton width="8rem" height="1.5rem" />
          <Skeleton width="5rem" height="1.3125rem" />
        </div>
      </div>
      <Card className="stack-5">
        <Skeleton height="6.5rem" />
        <Skeleton height="11rem" />
      </Card>
      <Card>
        <Skeleton height="5rem" />
      </Card>
      <Card>
        <Skeleton height="7rem" />
      </Card>
    </div>
  );
}
