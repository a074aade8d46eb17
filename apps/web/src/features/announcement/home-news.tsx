import type { Marquee } from '@minerx/contract/announcement';
import { Megaphone } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { AnnouncementPopup } from './announcement-popup.tsx';
import { Banners } from './banners.tsx';
import { useHomeNews } from './home-news.api.ts';
import styles from './home-news.module.css';
import { inLanguage } from '../../base/in-language.ts';

/** What operators tell the members, below everything else of the home screen, so that nothing moves when it comes. */
export default function HomeNews() {
  const { data } = useHomeNews();
  if (!data) return null;
  const { announcement, banner, marquee } = data;
  return (
    <>
      {marquee && <MarqueeLine marquee={marquee} />}
      {banner.length > 0 && <Banners banners={banner} />}
      {announcement && <AnnouncementPopup announcement={announcement} />}
    </>
  );
}

function MarqueeLine({ marquee }: { marquee: Marquee }) {
  const { language } = useTexts();
  return (
    <p className={styles.marquee}>
      <Megaphone size={18} aria-hidden="true" />
      <span>{inLanguage(marquee, 'marquee_text', language)}</span>
    </p>
  );
}
