import { FlaskConical } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './demo-ribbon.module.css';

/** Said once, always in sight, instead of a badge beside every figure. */
export function DemoRibbon({ aboveNav = false }: { aboveNav?: boolean }) {
  const { t } = useTexts();
  return (
    <aside className={styles.ribbon} data-above-nav={aboveNav || undefined}>
      <FlaskConical size={14} aria-hidden="true" />
      {t('common.demo')}
    </aside>
  );
}
