import { units, type Units } from '@minerx/rules/money';
import { exactPrecision } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import type { Statement, StatementWallet } from './statement.api.ts';
import styles from './transaction.module.css';
import { kindKey } from './words.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** Of each wallet: what it opened with, what moved by kind, and what it closed with. */
export function StatementView({ statement: { wallets, vouchers } }: { statement: Statement }) {
  const { t } = useTexts();
  if (wallets.length === 0 && vouchers.count === 0)
    return <EmptyState art={nothingYet} hint={t('transaction.statement.empty')} />;
  return (
    <div className={styles.statement}>
      {wallets.map((wallet) => (
        <WalletTable key={wallet.wallet.id} of={wallet} />
      ))}
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

function WalletTable({ of }: { of: StatementWallet }) {
  const { t } = useTexts();
  const { wallet, movements } = of;
  const all = [of.openingUnits, of.closingUnits, of.openingHeldUnits, of.closingHeldUnits].concat(
    movements.flatMap(({ inUnits, outUnits, heldUnits }) => [units(inUnits - outUnits), heldUnits]),
  );
  // As many decimals for all as the finest has: whoever adds up the column must come to what closes it.
  const precision = Math.max(...all.map((each) => exactPrecision(each, wallet.precision)));
  const hasHeld =
    of.openingHeldUnits > 0n || of.closingHeldUnits > 0n || movements.some(({ heldUnits }) => heldUnits !== 0n);
  const available = hasHeld ? t('transaction.statement.available') : undefined;
  const held = t('transaction.statement.held');
  const figures = (amount: Units, heldAmount: Units, signed = false) => {
    const money = (value: Units) => <Money units={value} precision={precision} signed={signed} />;
    return (
      <>
        <td data-column={available}>{money(amount)}</td>
        {hasHeld && <td data-column={held}>{money(heldAmount)}</td>}
      </>
    );
  };
  return (
    <Card className={styles.sheet} aria-label={wallet.name}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{wallet.name}</th>
            <td>{available}</td>
            {hasHeld && <td>{held}</td>}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.sum}>
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
          <tr className={styles.sum}>
            <th scope="row">{t('transaction.statement.closing')}</th>
            {figures(of.closingUnits, of.closingHeldUnits)}
          </tr>
        </tbody>
      </table>
    </Card>
  );
}
