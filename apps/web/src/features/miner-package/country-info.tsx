import { Button } from '@minerx/ui/button';
import { IconButton } from '@minerx/ui/icon-button';
import { Modal } from '@minerx/ui/modal';
import { Skeleton } from '@minerx/ui/skeleton';
import { Info } from 'lucide-react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useClosedCountries } from './miner-package.api.ts';
import styles from './country-info.module.css';

/** Opens it, from the header of both pages. */
export function CountryInfoButton({ onClick }: { onClick: () => void }) {
  const { t } = useTexts();
  return <IconButton label={t('miner.info')} icon={<Info size={22} aria-hidden="true" />} onClick={onClick} />;
}

/** The Info modal of both purchase pages: where the shared contract is not available. */
export function CountryInfo({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, format } = useTexts();
  const closed = useClosedCountries(open);
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
      <Loaded query={closed} isEmpty={(countries) => countries.length === 0} skeleton={<Skeleton height="1.5rem" />}>
        {(countries) => (
          <ul className={styles.list}>
            {countries.map((iso) => (
              <li key={iso}>{format.country(iso)}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Modal>
  );
}
