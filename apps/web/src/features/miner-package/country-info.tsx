import { Button } from '@minerx/ui/button';
import { Modal } from '@minerx/ui/modal';
import { useTexts } from '../../i18n/texts.ts';
import styles from './country-info.module.css';

/** Countries without the shared contract (specification §9: country id 211). */
const WITHOUT_SHARED = ['US'];

/** The Info modal of both purchase pages: where the shared contract is not available. */
export function CountryInfo({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, format } = useTexts();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('miner.info')}
      footer={
        <Button full onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <p>{t('miner.info.text')}</p>
      <ul className={styles.list}>
        {WITHOUT_SHARED.map((iso) => (
          <li key={iso}>{format.country(iso)}</li>
        ))}
      </ul>
    </Modal>
  );
}
