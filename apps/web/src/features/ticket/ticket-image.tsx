import { Modal } from '@minerx/ui/modal';
import { ImageOff } from 'lucide-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './chat.module.css';
import { useTicketImage, type Message } from './ticket.api.ts';

/** The address of a blob in this browser, for as long as it is shown. */
function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

/** An image of a message; a press shows it in full. */
export function TicketImage({ image, name }: { image: NonNullable<Message['image']>; name: string }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const loaded = useTicketImage(image.id);
  const url = useBlobUrl(loaded.data);
  const shape = {
    aspectRatio: `${image.width} / ${image.height}`,
    '--shape': image.width / image.height,
  } as CSSProperties;
  const alt = t('ticket.chat.image', { name });
  if (loaded.isError && !url) {
    return (
      <button type="button" className={styles.broken} onClick={() => void loaded.refetch()}>
        <ImageOff size={20} aria-hidden="true" />
        {t('ticket.chat.imageFailed')} <span className={styles.again}>{t('common.retry')}</span>
      </button>
    );
  }
  if (!url) return <span className={styles.picture} style={shape} aria-hidden="true" />;
  return (
    <>
      <button type="button" className={styles.picture} style={shape} onClick={() => setOpen(true)}>
        <img src={url} alt={alt} width={image.width} height={image.height} />
      </button>
      <Modal open={open} onClose={() => setOpen(false)} label={alt}>
        <button type="button" className={styles.full} aria-label={t('common.close')} onClick={() => setOpen(false)}>
          <img src={url} alt={alt} width={image.width} height={image.height} />
        </button>
      </Modal>
    </>
  );
}
