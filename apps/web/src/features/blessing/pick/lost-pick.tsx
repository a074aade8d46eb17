import { CloudOff } from 'lucide-react';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './lost-pick.module.css';
import { GoldButton } from '../raya.tsx';

/** Nobody answered a pick: it can be asked for again, and stays the same pick. */
export function LostPick({ index, onAsk }: { index: number; onAsk: () => void }) {
  const { t } = useTexts();
  return (
    <div className="stack-2" role="alert">
      <p className={styles.title}>
        <CloudOff size={20} aria-hidden="true" />
        {t('blessing.lost')}
      </p>
      <p className="soft">{t('blessing.lost.text', { number: String(index + 1) })}</p>
      <GoldButton onClick={onAsk}>{t('blessing.lost.ask')}</GoldButton>
    </div>
  );
}
