import { purposeOf } from '@minerx/rules/wallet';
import { Sheet } from '@minerx/ui/sheet';
import { useTexts } from '../../i18n/texts.ts';
import styles from './wallet-head.module.css';
import type { WalletLine } from './balances.ts';

/** What a unit of ours is, what it buys, how it is got, that we issue it, and that nothing stands behind it. */
export function UnitSheet({ line: { id, name }, onClose }: { line: WalletLine; onClose: () => void }) {
  const { t } = useTexts();
  const purpose = purposeOf(id);
  if (purpose === null) return null;
  return (
    <Sheet open onClose={onClose} title={t('wallet.what', { name })}>
      <dl className={styles.unit}>
        <dt>{t('unit.is')}</dt>
        <dd>{t(`unit.${purpose}.is`)}</dd>
        <dt>{t('unit.buys')}</dt>
        <dd>{t(`unit.${purpose}.buys`, { name })}</dd>
        <dt>{t('unit.got')}</dt>
        <dd>{t(`unit.${purpose}.got`, { name })}</dd>
        <dt>{t('unit.behind')}</dt>
        <dd>{t('unit.issued', { name })}</dd>
      </dl>
    </Sheet>
  );
}
