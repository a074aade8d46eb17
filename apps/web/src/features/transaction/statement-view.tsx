import { units, type Units } from '@minerx/rules/money';
import { exactPrecision } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import { isStill, type Statement, type StatementWallet } from './statement.api.ts';
import styles from './transaction.module.css';
import { kindKey } from './words.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** Of each wallet: what it closed with, what it opened with, and what moved by kind. Where nothing moved a line is enough. */
export function StatementView({ statement: { wallets, vouchers } }: { statement: Statement }) {
  const { t } = useTexts();
  if (wallets.length === 0 && vouchers.count === 0)
    return <EmptyState art={nothingYet} hint={t('transaction.statement.empty')} />;
  const still = wallets.filter(isStill);
  return (
    <div className={styles.statement}>
      {wallets.some(hasHeld) && <p className="soft">{t('transaction.held.text')}</p>}
      {wallets
        .filter((wallet) => !isStill(wallet))
        .map((wallet) => (
          <WalletTable key={wallet.wallet.id} of={wallet} />
        ))}
      {still.length > 0 && <StillWallets wallets={still} />}
      {vouchers.count > 0 && (
        <Card className={styles.sheet}>
          <p>
            {t('transaction.statement.vouchers', { count: vouchers.count })}{' '}
            <Money units={vouchers.units} precision={2} asset="USDT" />
          </p>
        </Card>
      )}
      <p className="soft">{t('transaction.statement.note')}</p>
    </div>
  );
}

/** Something of it was set aside in the month, or still is. */
const hasHeld = ({ openingHeldUnits, closingHeldUnits, movements }: StatementWallet): boolean =>
  openingHeldUnits > 0n || closingHeldUnits > 0n || movements.some(({ heldUnits }) => heldUnits !== 0n);

/** Wallets in which nothing moved: a line each with what is in it. */
function StillWallets({ wallets }: { wallets: readonly StatementWallet[] }) {
  const { t } = useTexts();
  const title = t('transaction.statement.still');
  return (
    <Card className={styles.sheet} aria-label={title}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <tbody>
          {wallets.map(({ wallet, closingUnits, closingHeldUnits }) => (
            <tr key={wallet.id}>
              <th scope="row" className={styles.coin}>
                {wallet.name}
              </th>
              <td>
                <Money units={closingUnits} precision={wallet.precision} exact dash />
                {closingHeldUnits > 0n && (
                  <span className={styles.beside}>
                    {t('transaction.statement.held')}{' '}
                    <Money units={closingHeldUnits} precision={wallet.precision} exact />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function WalletTable({ of }: { of: StatementWallet }) {
  const { t } = useTexts();
  const { wallet, movements } = of;
  const all = [of.openingUnits, of.closingUnits, of.openingHeldUnits, of.closingHeldUnits].concat(
    movements.flatMap(({ inUnits, outUnits, heldUnits }) => [units(inUnits - outUnits), heldUnits]),
  );
  // As many decimals for all as the finest has: whoever adds up the column must come to what closes it.
  const precision = Math.max(...all.map((each) => exactPrecision(each, wallet.precision)));
  const withHeld = hasHeld(of);
  const available = withHeld ? t('transaction.statement.available') : undefined;
  const held = t('transaction.statement.held');
  const figures = (amount: Units, heldAmount: Units, signed = false) => {
    const money = (value: Units) => <Money units={value} precision={precision} signed={signed} dash />;
    return (
      <>
        <td data-column={available} data-zero={(amount === 0n && heldAmount !== 0n) || undefined}>
          {money(amount)}
        </td>
        {withHeld && (
          <td data-column={held} data-zero={heldAmount === 0n || undefined}>
            {money(heldAmount)}
          </td>
        )}
      </>
    );
  };
  return (
    <Card className={styles.sheet} aria-label={wallet.name}>
      <table className={styles.table}>
        {withHeld && (
          <thead>
            <tr>
              <td />
              <th scope="col">{available}</th>
              <th scope="col">{held}</th>
            </tr>
          </thead>
        )}
        <tbody>
          <tr className={styles.sum}>
            <th scope="row">
              <span className={styles.coin}>{wallet.name}</span>{' '}
              <span className={styles.label}>{t('transaction.statement.closing')}</span>
            </th>
            {figures(of.closingUnits, of.closingHeldUnits)}
          </tr>
          <tr>
            <th scope="row">{t('transaction.statement.opening')}</th>
            {figures(of.openingUnits, of.openingHeldUnits)}
          </tr>
          {movements.map(({ kind, count, inUnits, outUnits, heldUnits }) => (
            <tr key={kind}>
              <th scope="row">
                {t(kindKey(kind))} × {count}
              </th>
              {figures(units(inUnits - outUnits), heldUnits, true)}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
