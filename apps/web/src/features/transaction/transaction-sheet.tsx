import { unitsFrom } from '@minerx/rules/money';
import { buttonClass } from '@minerx/ui/button';
import { CopyButton } from '@minerx/ui/copy-button';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Sheet } from '@minerx/ui/sheet';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import type { AgreedSwap } from '@minerx/contract/swap';
import { SwapFacts } from '../../base/parts/swap-facts.tsx';
import { AddressText } from '../../base/parts/address-text.tsx';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Amount, isSetAside } from './amount.tsx';
import { useTransaction, type Opened, type Transaction } from './transaction.api.ts';
import styles from './transaction.module.css';
import { arrivesUnits, isSent, kindKey, memberText, originOf, partyText, stateKey, type Origin } from './words.ts';

interface TransactionSheetProps {
  /** Of the movement that is opened. */
  id: string | null;
  /** Its row, where one was pressed: known before the answer. */
  row: Transaction | null;
  onClose: () => void;
}

/** One movement opened: its postings in plain words, what stood in the wallets after it, and what it came from. */
export function TransactionSheet({ id, row, onClose }: TransactionSheetProps) {
  const { t } = useTexts();
  const query = useTransaction(id);
  const of = row ?? query.data?.transaction;
  return (
    <Sheet open={id !== null} onClose={onClose} title={t(of ? kindKey(of.kind) : 'wallet.history')}>
      <div className={styles.details}>
        {of && <Head of={of} />}
        <Loaded query={query} skeleton={<Skeleton height="12rem" />}>
          {(opened) => <Details opened={opened} />}
        </Loaded>
      </div>
    </Sheet>
  );
}

/** What it moved, as large as it fits, and when: known from the row, while the rest is being asked for. */
function Head({ of }: { of: Transaction }) {
  const { t, format } = useTexts();
  const { at, changes, voucherUnits } = of;
  const state = stateKey(of);
  return (
    <div className={styles.head}>
      {voucherUnits === null ? (
        changes.map((change) => <Amount key={change.wallet.id} change={change} large />)
      ) : (
        <Money units={voucherUnits} precision={2} asset="USDT" size="figure" />
      )}
      <p className="soft">
        <time dateTime={at}>{format.dateTime(at)}</time>
        {changes.some(isSetAside) && ` · ${t('transaction.setAside')}`}
        {state && (
          <>
            {' · '}
            <span className={styles.state}>{t(state)}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Details({ opened: { transaction, postings, swap, chain } }: { opened: Opened }) {
  const texts = useTexts();
  const { t } = texts;
  const { Link } = useUi();
  const origin = originOf(transaction, texts);
  return (
    <div className={styles.details}>
      <Facts>
        {transaction.reason !== null && (
          <Fact label={t(transaction.kind === 'transfer' ? 'transaction.note' : 'transaction.reason')}>
            {transaction.reason}
          </Fact>
        )}
        {transaction.counterparty !== null && (
          <Fact label={t(isSent(transaction) ? 'transfer.to' : 'transaction.sender')}>{memberText(transaction)}</Fact>
        )}
        {chain?.address.split(' ').map((address) => (
          <Fact key={address} wide label={chain.network}>
            <AddressText address={address} />
          </Fact>
        ))}
        {chain?.fee && <Withdrawn fee={unitsFrom(chain.fee)} transaction={transaction} />}
        {hashesOf(transaction).map((hash) => (
          <Fact key={hash} wide label={t('transaction.hash')}>
            <AddressText address={hash} />
          </Fact>
        ))}
        {swap && <Agreed swap={swap} transaction={transaction} />}
        {transaction.changes.map(({ wallet, balanceUnits }) => (
          <Fact key={wallet.id} label={t('transaction.after', { wallet: wallet.name })}>
            <Money units={balanceUnits} precision={wallet.precision} exact asset={wallet.name} />
          </Fact>
        ))}
      </Facts>
      <h3 className={styles.heading}>{t('transaction.postings')}</h3>
      <ul className={styles.postings}>
        {postings.map(({ wallet, amountUnits, source, destination }, place) => (
          <li key={place} className={styles.posting}>
            <Money units={amountUnits} precision={wallet.precision} exact asset={wallet.name} />
            <span>{t('transaction.way', { from: partyText(source, t), to: partyText(destination, t) })}</span>
          </li>
        ))}
      </ul>
      {transaction.voucherUnits !== null && <p className="soft">{t('transaction.voucherNote')}</p>}
      <p className={styles.id}>
        <span>
          {t('transaction.id')} <span className={styles.label}>{transaction.id}</span>
        </span>
        <CopyButton text={transaction.id} />
      </p>
      {origin && (
        <Link to={origin.to} className={buttonClass({ variant: 'secondary' })}>
          <OriginText {...origin} />
        </Link>
      )}
    </div>
  );
}

/** The fee of a withdrawal, and what arrives: together what left the wallet. */
function Withdrawn({ fee, transaction }: { fee: bigint; transaction: Transaction }) {
  const { t } = useTexts();
  const { precision = 2, name } = transaction.changes[0]?.wallet ?? {};
  const money = (units: bigint) => <Money units={units} precision={precision} exact asset={name} />;
  const arrives = arrivesUnits(transaction, fee);
  return (
    <>
      <Fact label={t('withdrawal.fee')}>{money(fee)}</Fact>
      {arrives !== null && <Fact label={t('withdrawal.arrives')}>{money(arrives)}</Fact>}
    </>
  );
}

/** Where it leads, with the serial in one piece. */
function OriginText({ text, label }: Origin) {
  const [before = '', after] = label === null ? [text] : text.split(label);
  if (after === undefined) return text;
  return (
    <span>
      {before}
      <span className={styles.label}>{label}</span>
      {after}
    </span>
  );
}

/** How a swap came about: what its quote said, and when. */
function Agreed({ swap, transaction }: { swap: AgreedSwap; transaction: Transaction }) {
  const { format } = useTexts();
  const from = transaction.changes.find(({ amountUnits }) => amountUnits < 0n)?.wallet;
  const to = transaction.changes.find(({ amountUnits }) => amountUnits > 0n)?.wallet;
  if (from === undefined || to === undefined) return null;
  return <SwapFacts terms={swap} from={from} to={to} rateNote={format.dateTime(swap.swap_quote_date)} recorded />;
}

/** Of the chain; several where small deposits were credited together. */
const hashesOf = ({ origin }: Transaction): string[] =>
  origin?.type === 'deposit' || origin?.type === 'withdrawal' ? [...new Set(origin.label?.split(' '))] : [];
