import type { MouseEvent, ReactNode } from 'react';
import { withLongestWord } from '../text/longest-word.ts';
import { useUi } from '../ui-context.tsx';
import styles from './bottom-nav.module.css';

interface NavPlace {
  to: string;
  label: string;
  icon: ReactNode;
  /** Where one is, or what that belongs to. */
  current: boolean;
  /** One is at this very place: a press leads to its top. */
  here?: boolean;
}

/** Instead of going where one is: that would put the page back to where it stood while it still glides. */
function toTop(event: MouseEvent) {
  event.preventDefault();
  window.scrollTo({
    top: 0,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  });
}

/** At most five places. The current one is marked by a bar, its weight and for screen readers, not by colour alone. */
export function BottomNav({ places }: { places: readonly NavPlace[] }) {
  const { Link, texts } = useUi();
  const shown = places.slice(0, 5);
  // The longest word of all makes them all smaller: beside each other they have one size.
  const longest = withLongestWord(shown.map((place) => place.label).join(' '));
  return (
    <nav className={styles.nav} aria-label={texts.mainNavigation}>
      <ul className={styles.list} style={longest}>
        {shown.map((place) => (
          <li key={place.to} className={styles.item}>
            <Link
              to={place.to}
              className={styles.link}
              aria-current={place.current ? 'page' : undefined}
              onClick={place.here ? toTop : undefined}
            >
              <span className={styles.icon} aria-hidden="true">
                {place.icon}
              </span>
              <span className={styles.label}>{place.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
