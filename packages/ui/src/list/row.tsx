import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './row.module.css';

interface RowProps {
  /** Leads somewhere: the whole row is a link with an arrow. */
  to?: string | undefined;
  onPress?: (() => void) | undefined;
  /** Pressing opens and closes what stands below. */
  expanded?: boolean | undefined;
  icon?: ReactNode;
  /** The icon says what the words say too: it goes where they need its room. */
  spareIcon?: boolean;
  title: ReactNode;
  detail?: ReactNode;
  /** At the right: an amount, a state. */
  value?: ReactNode;
  /** Null: the value belongs to the title alone, at the end of its line or below it. */
  valueDetail?: ReactNode;
}

/** Two lines, each with a value at its end: a wide one takes no room from the words of the other line, and goes below its own when a word would be broken. */
function Lines({ title, detail, value, valueDetail }: Pick<RowProps, 'title' | 'detail' | 'value' | 'valueDetail'>) {
  return (
    <span className={classes('stack-0 grow', styles.lines)}>
      <span className={styles.line}>
        <span className={styles.title}>{title}</span>
        <span className={styles.value}>{value}</span>
      </span>
      <span className={classes(styles.line, styles.detail)}>
        <span>{detail}</span>
        <span>{valueDetail}</span>
      </span>
    </span>
  );
}

/** One line of a list. Put rows into `<Card flush>`. */
export function Row({ to, onPress, expanded, icon, spareIcon = false, ...words }: RowProps) {
  const { title, detail, value, valueDetail } = words;
  const { Link } = useUi();
  const Arrow = expanded === undefined ? ChevronRight : ChevronDown;
  const content = (
    <>
      {icon && <span className={classes(styles.icon, spareIcon && styles.spare)}>{icon}</span>}
      {detail && valueDetail !== undefined ? (
        <Lines {...words} />
      ) : (
        <>
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            {detail && <span className={styles.detail}>{detail}</span>}
          </span>
          {(value || valueDetail) && (
            <span className={styles.values}>
              <span className={styles.value}>{value}</span>
              {valueDetail && <span className={styles.detail}>{valueDetail}</span>}
            </span>
          )}
        </>
      )}
      {(to || onPress) && (
        <Arrow className={styles.arrow} data-open={expanded || undefined} size={18} aria-hidden="true" />
      )}
    </>
  );
  if (to) {
    return (
      <Link to={to} className={classes(styles.row, styles.press)}>
        {content}
      </Link>
    );
  }
  if (onPress) {
    return (
      <button type="button" className={classes(styles.row, styles.press)} aria-expanded={expanded} onClick={onPress}>
        {content}
      </button>
    );
  }
  return <div className={styles.row}>{content}</div>;
}
