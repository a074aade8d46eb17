import { isIssuedByUs, walletById, type WalletId } from '@minerx/rules/wallet';
import { exactPrecision, formatUnits } from '@minerx/ui/amount-text';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { Select } from '@minerx/ui/select';
import { amountFaultText, AmountField, amountText, Balance } from '../../base/form/move-form.tsx';
import { EmptyWallet } from '../../base/form/empty-wallet.tsx';
import { TopUp } from '../../base/parts/top-up.tsx';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts, type Texts } from '../../i18n/texts.ts';
import { OneWay } from './one-way.tsx';
import { SwapSheet } from './swap-sheet.tsx';
import type { SwapInput } from './swap.api.ts';
import { lessOf, useSwap, type Swap, type SwapUse } from './use-swap.ts';
import { Worth } from './worth.tsx';

const HERE = '/asset/spot/swap';

/** From which wallet to which, how much, and the PIN; then a firm offer to take. */
export function SwapForm(use: SwapUse) {
  const texts = useTexts();
  const { t, tag } = texts;
  const swap = useSwap(use);
  const { kept, busy, offer } = swap;
  const lost = kept !== null && !offer.open;
  const short = kept === null && !offer.isTaken && swap.from.balanceUnits < swap.pair.minUnits;
  const isEmpty = short && swap.from.balanceUnits === 0n;
  const fault = kept === null ? swap.untouchedFault : undefined;
  const lacks = short || (!lost && (swap.amountError ?? fault) === 'err_insufficient_balance');
  return (
    <form
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!short) swap.submit();
      }}
    >
      {lost ? (
        <Unanswered
          title={t('swap.lost')}
          text={t('swap.lost.text')}
          what={sentText(kept.input, tag)}
          way={{ to: '/asset/spot/transaction/all', text: t('miner.lost.history') }}
          busy={busy}
          onLetGo={swap.letGo}
        />
      ) : (
        <>
          {isEmpty && <EmptyWallet wallet={swap.from} back={HERE} />}
          <Amounts swap={swap} pairs={use.pairs} />
        </>
      )}
      {!isEmpty && <PinCard entry={swap} />}
      <Button
        full
        sends
        type="submit"
        busy={(busy || offer.asking) && !offer.open}
        reason={short ? t('miner.short', { wallet: swap.from.name }) : fault && faultText(swap, fault, texts)}
      >
        {lost ? t('miner.ask') : t('swap.submit')}
      </Button>
      {lacks && !isEmpty && <TopUp walletId={swap.from.id} back={HERE} />}
      <SwapSheet swap={swap} pairs={use.pairs} />
    </form>
  );
}

/** What was sent, and what it was to bring. */
const sentText = ({ from, amount, to, arrives }: SwapInput, tag: string): string =>
  `${amountText(from, amount, tag)} → ${amountText(to, arrives, tag)}`;

/** The least or the most of a swap, as it is said. */
const boundText = (units: bigint, { precision, name }: Swap['from'], tag: string): string =>
  `${formatUnits(units, precision, tag)} ${name}`;

interface AmountsProps {
  swap: Swap;
  pairs: SwapUse['pairs'];
}

function Amounts({ swap, pairs }: AmountsProps) {
  const texts = useTexts();
  const { t, tag, format } = texts;
  const { from, to, pair, aboutUnits } = swap;
  const share = (ppm: number) => format.percent(ppm / 1_000_000, exactPrecision(BigInt(ppm) * 10_000n, 0));
  const bound = (units: bigint) => boundText(units, from, tag);
  return (
    <Card className="stack-5">
      <Field label={t('swap.from')} aside={<Balance wallet={from} />}>
        {(wire) => (
          <Select
            {...wire}
            name="swap_from"
            value={from.id}
            onChange={({ target }) => swap.change({ from: Number(target.value), to: to.id })}
          >
            <Wallets ids={swap.froms} />
          </Select>
        )}
      </Field>
      <AmountField
        label={t('swap.amount')}
        hint={t('swap.amount.hint', { min: bound(pair.minUnits), max: bound(pair.maxUnits) })}
        wallet={from}
        entry={swap}
        onChange={(amount) => swap.change({ from: from.id, to: to.id, amount })}
        says={(code) => faultText(swap, code, texts)}
        less={lessOf(swap)}
      />
      <Target swap={swap} pairs={pairs} />
      <Facts columns ruled>
        <Fact
          label={t('swap.about')}
          note={
            <span className="stack-1">
              {aboutUnits !== null && <Worth id={to.id} units={aboutUnits} priceUnits={to.priceUnits} />}
              {t('swap.about.note')}
            </span>
          }
        >
          {aboutUnits === null ? (
            '–'
          ) : (
            <Money units={aboutUnits} precision={to.precision} asset={to.name} hideable={false} />
          )}
        </Fact>
        <Fact label={t('swap.spread')}>{share(pair.spreadPpm)}</Fact>
        {pair.feePpm > 0 && <Fact label={t('swap.fee')}>{share(pair.feePpm)}</Fact>}
      </Facts>
    </Card>
  );
}

/** To which wallet, what stands behind it, and whether there is a way back. */
function Target({ swap, pairs }: AmountsProps) {
  const { t } = useTexts();
  const { from, to } = swap;
  return (
    <>
      <Field
        label={t('swap.to')}
        aside={<Balance wallet={to} />}
        hint={isIssuedByUs(to.id) && t('swap.issued', { name: to.name })}
      >
        {(wire) => (
          <Select
            {...wire}
            name="swap_to"
            value={to.id}
            onChange={({ target }) => swap.change({ from: from.id, to: Number(target.value) })}
          >
            <Wallets ids={swap.tos} />
          </Select>
        )}
      </Field>
      <OneWay from={from.id} to={to.id} pairs={pairs} />
    </>
  );
}

/** What is wrong with an amount: which bound it is that it does not keep to. */
function faultText({ pair, from }: Swap, code: string, { t, tag }: Texts): string {
  if (code === 'swap.least') return t('swap.least', { min: boundText(pair.minUnits, from, tag) });
  if (code === 'swap.most') return t('swap.most', { max: boundText(pair.maxUnits, from, tag) });
  if (code === 'err_insufficient_balance') return t('miner.short', { wallet: from.name });
  return amountFaultText(t, code, from.precision);
}

function Wallets({ ids }: { ids: readonly WalletId[] }) {
  return ids.map((id) => (
    <option key={id} value={id}>
      {walletById(id).name}
    </option>
  ));
}
