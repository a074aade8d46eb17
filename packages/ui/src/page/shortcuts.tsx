import type { LucideIcon } from 'lucide-react';
import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './shortcuts.module.css';

interface Shortcut {
  to: string;
  text: string;
  Icon: LucideIcon;
  /** Golden: of a festival. */
  festive?: boolean;
}

interface ShortcutsProps {
  shortcuts: readonly Shortcut[];
  /** All as wide as the next; otherwise a long word takes room from the short ones before it is broken. */
  even?: boolean;
}

/** Ways to other screens, each a picture over its name. */
export function Shortcuts({ shortcuts, even = false }: ShortcutsProps) {
  const { Link } = useUi();
  return (
    <div className={even ? styles.even : styles.fitting}>
      {shortcuts.map(({ to, text, Icon, festive }) => (
        <Link key={to} to={to} className={classes(styles.shortcut, festive && styles.festive)}>
          <span className={styles.icon}>
            <Icon size={22} aria-hidden="true" />
          </span>
          {text}
        </Link>
      ))}
    </div>
  );
}
