import type { Announcement } from '@minerx/contract/announcement';
import { buttonClass } from '@minerx/ui/button';
import { Sheet } from '@minerx/ui/sheet';
import { useUi } from '@minerx/ui/ui-context';
import { useEffect, useState } from 'react';
import { isAnnounced, noteAnnounced } from '../../base/session.ts';
import { useTexts } from '../../i18n/texts.ts';
import { AnnouncementBody } from './announcement-body.tsx';
import { variant } from '@minerx/rules/wire-language';

/** Resolves when the picture can be drawn, or never will be: the popup comes as a whole. */
async function pictureReady(address: string | null): Promise<void> {
  if (address === null) return;
  const picture = new Image();
  picture.src = address;
  await picture.decode().catch(() => undefined);
}

/** The latest announcement, once per session. */
export function AnnouncementPopup({ announcement }: { announcement: Announcement }) {
  const { t, language } = useTexts();
  const { Link } = useUi();
  const [open, setOpen] = useState(false);
  const { announcement_image: image } = announcement;

  useEffect(() => {
    if (isAnnounced()) return;
    let left = false;
    void pictureReady(image).then(() => {
      // Nothing comes over what the member has opened meanwhile.
      if (left || isAnnounced() || document.querySelector('dialog[open]') !== null) return;
      noteAnnounced();
      setOpen(true);
    });
    return () => {
      left = true;
    };
  }, [image]);

  return (
    <Sheet
      open={open}
      onClose={() => setOpen(false)}
      title={variant(announcement, 'announcement_title', language)}
      footer={
        <Link to={`/profile/announcement/${announcement.id}`} className={buttonClass({ full: true })}>
          {t('announcement.open')}
        </Link>
      }
    >
      <AnnouncementBody announcement={announcement} />
    </Sheet>
  );
}
