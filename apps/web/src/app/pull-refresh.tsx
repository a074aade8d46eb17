import { Spinner } from '@minerx/ui/spinner';
import { useEffect, useState } from 'react';
import { queryClient } from '../base/query.tsx';
import { useTexts } from '../i18n/texts.ts';
import styles from './pull-refresh.module.css';

/** How far the finger goes until letting go asks anew, and how much of its way the sign follows. */
const ENOUGH_PX = 110;
const FOLLOWS = 0.45;
/** Shorter than this is a tap or the start of something else. */
const BEGINS_PX = 12;

/** A pull that began at the very top of the page; not one that scrolls something else. */
const mayPull = (target: EventTarget | null): boolean =>
  window.scrollY <= 0 &&
  document.querySelector('dialog[open]') === null &&
  target instanceof Element &&
  target.closest('[role="slider"]') === null;

/** Pulling a member screen down at its top asks again for everything that it shows. */
export function PullRefresh() {
  const { t } = useTexts();
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let from: { x: number; y: number } | null = null;
    let way = 0;
    const start = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      from = touch && touches.length === 1 && mayPull(target) ? { x: touch.clientX, y: touch.clientY } : null;
      way = 0;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (!from || !touch) return;
      way = touch.clientY - from.y;
      // Sideways, or up: somebody wants something else.
      if (way < 0 || Math.abs(touch.clientX - from.x) > Math.max(BEGINS_PX, way) || window.scrollY > 0) from = null;
      setPulled(from === null || way < BEGINS_PX ? 0 : Math.min(way, ENOUGH_PX));
    };
    const end = () => {
      const wanted = from !== null && way >= ENOUGH_PX;
      from = null;
      setPulled(0);
      if (!wanted) return;
      setBusy(true);
      void queryClient.invalidateQueries({ refetchType: 'active' }).finally(() => setBusy(false));
    };
    const passive = { passive: true };
    addEventListener('touchstart', start, passive);
    addEventListener('touchmove', move, passive);
    addEventListener('touchend', end, passive);
    addEventListener('touchcancel', end, passive);
    return () => {
      removeEventListener('touchstart', start);
      removeEventListener('touchmove', move);
      removeEventListener('touchend', end);
      removeEventListener('touchcancel', end);
    };
  }, []);
  const shown = busy || pulled > 0;
  return (
    <div role="status" className={styles.place}>
      {shown && (
        <span
          className={styles.sign}
          data-ready={pulled >= ENOUGH_PX || undefined}
          style={{ transform: `translateY(${(busy ? ENOUGH_PX : pulled) * FOLLOWS}px)` }}
        >
          <Spinner />
          {busy && <span className="unseen">{t('common.refreshing')}</span>}
        </span>
      )}
    </div>
  );
}
