import { useEffect, useState } from 'react';
import { Skeleton } from '../state/skeleton.tsx';
import styles from './qr-code.module.css';

/** Edge in px (of the referral card) and share of the code that may be lost (specification §9). */
const SIZE = 100;
const CORRECTION = 'M';

interface Drawing {
  /** Modules of an edge. */
  size: number;
  path: string;
}

const draw = (modules: readonly (readonly boolean[])[]): string =>
  modules.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');

/** A text as a QR code, dark on light in both themes so that every camera reads it. Its place is there before it is drawn. */
export function QrCode({ text, label, size = SIZE }: { text: string; label: string; size?: number }) {
  const [drawing, setDrawing] = useState<Drawing | null | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    import('uqr')
      .then(({ encode }) => {
        const { size: modules, data } = encode(text, { ecc: CORRECTION, border: 0 });
        if (!gone) setDrawing({ size: modules, path: draw(data) });
      })
      // Without the code the link beside it does the same.
      .catch(() => !gone && setDrawing(null));
    return () => {
      gone = true;
    };
  }, [text]);
  if (drawing === null) return null;
  if (drawing === undefined) {
    const edge = `calc(${size}px + 2 * var(--space-4) + 2px)`;
    return <Skeleton width={edge} height={edge} />;
  }
  return (
    <div className={styles.plate}>
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${drawing.size} ${drawing.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={label}
      >
        <path d={drawing.path} fill="currentColor" />
      </svg>
    </div>
  );
}
