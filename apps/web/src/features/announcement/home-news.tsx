import type { Marquee } from '@minerx/contract/announcement';
import { useQuery } from '@tanstack/react-query';
import { CalledLine } from '@minerx/ui/called-line';
import { homeQuery } from '../../base/home.ts';
import { useTexts } from '../../i18n/texts.ts';
import { AnnouncementPopup } from './announcement-popup.tsx';
import { Banners } from './banners.tsx';
import styles from './home-news.module.css';
import { variant } from '@minerx/rules/wire-language';

/** What operators tell the members: banners, a line, and the announcement that comes up once per session. */
export default function HomeNews() {
  const { data, isError } = useQuery(homeQuery);
  if (!data) return isError ? null : <div className={styles.waiting} />;
  const { announcement, banner, marquee } = data;
  return (
    <div className="stack-4">
      {banner.length > 0 && <Banners banners={banner} />}
      {marquee && <MarqueeLine marquee={marquee} />}
      {announcement && <AnnouncementPopup announcement={announcement} />}
    </div>
  );
}

function MarqueeLine({ marquee }: { marquee: Marquee }) {
  const { language } = useTexts();
  return <CalledLine>{variant(marquee, 'marquee_text', language)}</CalledLine>;
}
