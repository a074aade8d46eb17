import { Button } from '@minerx/ui/button';
import { Money } from '@minerx/ui/money';
import { IconButton } from '@minerx/ui/icon-button';
import { ChevronLeft, ChevronRight, Lock } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { MinerArt } from './miner-art.tsx';
import type { MinerOffer } from './miner-offer.ts';
import styles from './package-carousel.module.css';

/** A scroll that has been still for so long has ended. */
const REST_MS = 120;

interface PackageCarouselProps {
  offers: readonly MinerOffer[];
  current: MinerOffer;
  onChange: (offer: MinerOffer) => void;
  /** The current package is not available in the member's country: it says so and cannot be left. */
  restricted: boolean;
  /** What is left to do then: to the information, which starts from the first package again. */
  onInfo: () => void;
}

/** The packages side by side: swipe, arrow keys, or previous and next, which stop at the ends. */
export function PackageCarousel({ offers, current, onChange, restricted, onInfo }: PackageCarouselProps) {
  const { t } = useTexts();
  const track = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = offers.indexOf(current);
  useTrackPosition(track, place);
  const go = (by: number) => {
    const next = offers[place + by];
    if (next && !restricted) onChange(next);
  };
  const settle = () => {
    const list = track.current;
    const seen = list && offers[Math.round(list.scrollLeft / list.clientWidth)];
    if (seen && seen !== current && !restricted) onChange(seen);
  };
  return (
    <section className="stack-3" aria-roledescription="carousel" aria-label={t('miner.packages')}>
      <ul
        ref={track}
        className={styles.track}
        data-held={restricted || undefined}
        tabIndex={0}
        aria-label={t('miner.packages')}
        onScroll={() => {
          // Not every browser says when a scroll has ended.
          clearTimeout(rest.current);
          rest.current = setTimeout(settle, REST_MS);
        }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          go(by);
        }}
      >
        {offers.map((offer) => (
          <li key={offer.id} className={styles.slide} aria-hidden={offer !== current || undefined}>
            <Slide offer={offer} restricted={restricted && offer === current} />
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <IconButton
          tone="filled"
          label={t('miner.previous')}
          aria-disabled={place === 0 || restricted || undefined}
          icon={<ChevronLeft size={22} aria-hidden="true" />}
          onClick={() => go(-1)}
        />
        <p className={styles.place} aria-live="polite">
          <span className="unseen">{t(`miner.package.${current.id}`)}: </span>
          {t('miner.place', { place: place + 1, count: offers.length })}
        </p>
        <IconButton
          tone="filled"
          label={t('miner.next')}
          aria-disabled={place === offers.length - 1 || restricted || undefined}
          icon={<ChevronRight size={22} aria-hidden="true" />}
          onClick={() => go(1)}
        />
      </div>
      <Held restricted={restricted} onInfo={onInfo} />
    </section>
  );
}

function Held({ restricted, onInfo }: Pick<PackageCarouselProps, 'restricted' | 'onInfo'>) {
  const { t } = useTexts();
  return (
    <>
      <p className={styles.held} role="status">
        {restricted && t('miner.restricted.held')}
      </p>
      {restricted && (
        <Button full size="medium" variant="secondary" onClick={onInfo}>
          {t('miner.restricted.first')}
        </Button>
      )}
    </>
  );
}

/** Scrolls the track to the chosen slide: at once on the first drawing and on a new width, gently afterwards. */
function useTrackPosition(track: RefObject<HTMLUListElement | null>, place: number): void {
  const now = useRef(place);
  const drawn = useRef(false);
  useLayoutEffect(() => {
    const list = track.current;
    if (!list) return;
    now.current = place;
    // A new track stands at its beginning: to ask where it stands would have the whole screen laid out in the midst of drawing it.
    if (!drawn.current && place === 0) {
      drawn.current = true;
      return;
    }
    const left = place * list.clientWidth;
    const still = !drawn.current || matchMedia('(prefers-reduced-motion: reduce)').matches;
    drawn.current = true;
    if (Math.abs(list.scrollLeft - left) > 1) list.scrollTo({ left, behavior: still ? 'instant' : 'smooth' });
  }, [track, place]);
  useEffect(() => {
    const list = track.current;
    if (!list) return;
    const watcher = new ResizeObserver(() =>
      list.scrollTo({ left: now.current * list.clientWidth, behavior: 'instant' }),
    );
    watcher.observe(list);
    return () => watcher.disconnect();
  }, [track]);
}

function Slide({ offer, restricted }: { offer: MinerOffer; restricted: boolean }) {
  const { t } = useTexts();
  return (
    <div className={styles.body} data-voucher={offer.isVoucher || undefined}>
      <div className={styles.art}>
        <MinerArt kind={offer.line === 'x2' ? 'x2' : offer.kind === 'shared' ? 'x1-shared' : 'x1'} />
      </div>
      <div className={styles.words}>
        <div className="line-2 wraps">
          <span className={styles.tag}>{offer.kind === 'shared' ? t('miner.kind.shared') : t('miner.kind.own')}</span>
          {offer.isVoucher && <span className={styles.voucher}>{t('miner.kind.voucher')}</span>}
        </div>
        <h2 className={styles.name}>{t(`miner.package.${offer.id}`)}</h2>
        <p className={styles.price}>
          {offer.isVoucher ? (
            <span className={styles.way}>{t('miner.voucherOnly')}</span>
          ) : (
            <Money units={offer.unitPriceUnits} precision={0} asset="USDT" size="large" hideable={false} />
          )}
        </p>
        <p className={styles.detail}>
          {offer.kind === 'shared'
            ? t('miner.kind.shared.text', { count: offer.packageQuantity })
            : t('miner.kind.own.text')}
        </p>
      </div>
      {restricted && (
        <p className={styles.overlay}>
          <Lock size={28} aria-hidden="true" />
          {t('miner.restricted')}
        </p>
      )}
    </div>
  );
}
