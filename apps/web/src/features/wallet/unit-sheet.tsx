import type { WalletName } from '@minerx/rules/wallet';
import { Sheet } from '@minerx/ui/sheet';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';
import type { WalletLine } from './wallet.api.ts';

/** Units that are alike in what they are for share their words. */
const WORDS = {
  CW: 'cw',
  RW: 'rw',
  AOGTD: 'aogtd',
  AOG: 'aog',
  AOGP: 'staking',
  GBPT: 'staking',
  RSP: 'staking',
  NFTC: 'reserved',
  LOCK: 'reserved',
} as const satisfies Partial<Record<WalletName, string>>;

const isOurs = (name: string): name is keyof typeof WORDS => Object.hasOwn(WORDS, name);

/** What a unit of ours is, what it buys, how it is got, and that nothing stands behind it. */
export function UnitSheet({ line: { name }, onClose }: { line: WalletLine; onClose: () => void }) {
  const { t } = useTexts();
  if (!isOurs(name)) return null;
  const word = WORDS[name];
  return (
    <Sheet open onClose={onClose} title={t('wallet.what', { name })}>
      <dl className={styles.unit}>
        <dt>{t('unit.buys')}</dt>
        <dd>{t(`unit.${word}.buys`, { name })}</dd>
        <dt>{t('unit.got')}</dt>
        <dd>{t(`unit.${word}.got`, { name })}</dd>
        <dt>{t('unit.behind')}</dt>
        <dd>{t('unit.issued', { name })}</dd>
      </dl>
    </Sheet>
  );
}
