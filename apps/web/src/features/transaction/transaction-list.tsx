import { Card } from '@minerx/ui/card';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { ArrowDownLeft, ArrowUpRight, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { DayList, WaitingDay } from '../../base/parts/list/day-list.tsx';
import type { Pages } from '../../base/pages.ts';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Amount, isSetAside } from './amount.tsx';
import type { Transaction, WalletChange } from './transaction.api.ts';
import styles from './transaction.module.css';
import { isSent, kindKey, serialOf, stateKey } from './words.ts';

interface TransactionListProps {
  /** Under which the list remembers where it stood. */
  name: string;
  pages: Pages<Transaction>;
  empty: ReactNode;
  onOpen: (transaction: Transaction) => void;
}

/** Movements, newest first, growing as one scrolls: what it was, when, what it moved and what stood there after it. */
export function TransactionList({ name, pages, empty, onOpen }: TransactionListProps) {
  const { t } = useTexts();
  return (
    <Loaded query={pages.query} skeleton={<Waiting />} isEmpty={({ rows }) => rows.length === 0} empty={empty}>
      {({ rows }) => (
        <>
          <Card flush>
            <DayList
              name={name}
              label={t('wallet.history')}
              rows={rows}
              isWhole={pages.end === 'end'}
              keyOf={({ id }) => id}
              rowHeight={72}
            >
              {(row) => <Line row={row} onOpen={onOpen} />}
            </DayList>
          </Card>
          <InfiniteEnd state={pages.end} onMore={pages.more} />
        </>
      )}
    </Loaded>
  );
}

function Line({ row, onOpen }: { row: Transaction; onOpen: (row: Transaction) => void }) {
  const { t, format } = useTexts();
  const state = stateKey(row);
  return (
    <Row
      onPress={() => onOpen(row)}
      icon={<Direction changes={row.changes} />}
      spareIcon
      title={<Title row={row} />}
      detail={
        <span className={styles.when}>
          <time dateTime={row.at}>{format.time(row.at)}</time>
          <Serial row={row} />
          {state && <span className={styles.state}>{t(state)}</span>}
        </span>
      }
      value={<Moved row={row} />}
      valueDetail={<Beside row={row} />}
    />
  );
}

/** Which of several alike: of what an order brought its serial. */
function Serial({ row }: { row: Transaction }) {
  const { t } = useTexts();
  const serial = serialOf(row);
  if (serial === null) return null;
  return (
    <span className={styles.serial}>
      <span className="unseen">{t('order.serial')} </span>
      {serial}
    </span>
  );
}

/** What it was; between members the other one says it: the sign and the arrow say the way. */
function Title({ row }: { row: Transaction }) {
  const { t } = useTexts();
  const name = row.recipient ?? row.counterparty;
  if (name === null) return t(kindKey(row.kind));
  return <span className={styles.who}>{t(`transaction.member.${isSent(row) ? 'to' : 'from'}`, { name })}</span>;
}

/** In, out, or only within what is held: a shape beside the sign. */
function Direction({ changes }: { changes: readonly WalletChange[] }) {
  const amount = changes[0]?.amountUnits ?? 0n;
  const Icon = amount > 0n ? ArrowDownLeft : amount < 0n ? ArrowUpRight : Lock;
  return <Icon size={20} aria-hidden="true" />;
}

function Moved({ row: { changes, voucherUnits } }: { row: Transaction }) {
  if (voucherUnits !== null) return <Money units={voucherUnits} precision={2} asset="USDT" />;
  return changes[0] && <Amount change={changes[0]} />;
}

/** Below the amount: what else it moved; else that it left the balance before, or what stood there after it. */
function Beside({ row: { changes } }: { row: Transaction }) {
  const { t } = useTexts();
  const [first, ...more] = changes;
  if (first === undefined) return null;
  if (more.length > 0)
    return (
      <span className={styles.amounts}>
        {more.map((change) => (
          <Amount key={change.wallet.id} change={change} />
        ))}
      </span>
    );
  return isSetAside(first) ? (
    <span className={styles.after}>{t('transaction.setAside')}</span>
  ) : (
    <After change={first} />
  );
}

function After({ change: { wallet, balanceUnits } }: { change: WalletChange }) {
  const { t } = useTexts();
  return (
    <span className={styles.after}>
      <span className="unseen">{t('transaction.balance')} </span>
      <span aria-hidden="true">{t('miner.balance')} </span>
      <Money units={balanceUnits} precision={wallet.precision} exact asset={wallet.name} />
    </span>
  );
}

function Waiting() {
  return (
    <Card flush>
      <WaitingDay />
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className={styles.waiting}>
          <Skeleton width="2.5rem" height="2.5rem" round />
          <Skeleton width="45%" height="1.25rem" />
          <Skeleton width="5rem" height="1.25rem" />
        </div>
      ))}
    </Card>
  );
}
