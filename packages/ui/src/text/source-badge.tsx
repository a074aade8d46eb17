import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './source-badge.module.css';

type SourceBadgeProps = (
  | { kind: 'live' | 'simulated' | 'provisional' | 'contract' }
  | {
      /** `own`: what the house has set itself. */
      kind: 'doubted' | 'own';
      /** What is doubtful, or who has set it, ready to read. */
      word: string;
    }
  | {
      kind: 'delayed';
      /** Ready to read: "12 s". */
      age: string;
    }
) & { className?: string | undefined };

/** Where a figure comes from, in a word and a shape, never by colour alone. */
export function SourceBadge(props: SourceBadgeProps) {
  const { texts, allSimulated } = useUi();
  if (allSimulated && props.kind === 'simulated') return null;
  const words = {
    live: () => texts.live,
    simulated: () => texts.simulated,
    provisional: () => texts.provisional,
    contract: () => texts.contractFigure,
    doubted: () => ('word' in props ? props.word : ''),
    own: () => ('word' in props ? props.word : ''),
    delayed: () => texts.delayed(props.kind === 'delayed' ? props.age : ''),
  };
  return (
    <span className={classes(styles.badge, styles[props.kind], props.className)}>
      <span className={styles.dot} aria-hidden="true" />
      {words[props.kind]()}
    </span>
  );
}
