import type { Banner } from '@minerx/contract/announcement';
import { classes } from '@minerx/ui/classes';
import { IconButton } from '@minerx/ui/icon-button';
import { Poster } from '@minerx/ui/poster';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './home-news.module.css';
import { variant } from '@minerx/rules/wire-language';

/** Specification §9. */
const ROTATE_MS = 5000;

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Banners that take turns every five seconds, unless they are paused, pointed at, focused or out of sight. */
export function Banners({ banners }: { banners: readonly Banner[] }) {
  const { t } = useTexts();
  const [place, setPlace] = useState(0);
  const [paused, setPaused] = useState(prefersStill);
  const [held, setHeld] = useState(false);
  const several = banners.length > 1;
  const shown = place % banners.length;

  useEffect(() => {
    if (!several || paused || held) return;
    const timer = setInterval(() => {
      if (!document.hidden) setPlace((now) => now + 1);
    }, ROTATE_MS);
    return () => clearInterval(timer);
  }, [several, paused, held]);

  return (
    <section
      className={styles.banners}
      aria-label={t('announcement.banners')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.stage}>
        {banners.map((banner, index) => (
          <div
            key={banner.id}
            className={classes(styles.banner, index === shown && styles.shown)}
            inert={index !== shown}
          >
            <BannerLink banner={banner} below={several} />
          </div>
        ))}
      </div>
      {several && (
        <div className={styles.controls}>
          <span className={styles.dots}>
            {banners.map(({ id }, index) => (
              <button
                key={id}
                type="button"
                className={styles.dot}
                aria-current={index === shown ? 'true' : undefined}
                aria-label={t('announcement.banner', { number: String(index + 1), count: String(banners.length) })}
                onClick={() => setPlace(index)}
              />
            ))}
          </span>
          <IconButton
            label={paused ? t('announcement.play') : t('announcement.pause')}
            icon={paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
            onClick={() => setPaused(!paused)}
          />
        </div>
      )}
    </section>
  );
}

function BannerLink({ banner, below }: { banner: Banner; below: boolean }) {
  const { language } = useTexts();
  return (
    <Poster
      to={banner.banner_link}
      picture={banner.banner_image}
      title={variant(banner, 'banner_title', language)}
      below={below}
    />
  );
}
