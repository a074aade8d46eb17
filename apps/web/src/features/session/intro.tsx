import { classes } from '@minerx/ui/classes';
import styles from './session.module.css';

interface IntroProps {
  title: string;
  lead: string;
  /** Address of a picture, 240 × 176: a screen of one question has room for it. */
  art?: string | undefined;
  /** Address of a picture, 320 × 220, beside the words: a screen whose form fills a small phone has no room above it. */
  beside?: string | undefined;
}

/** The h1 of a visitor screen with one sentence of what it is for. */
export function Intro({ title, lead, art, beside }: IntroProps) {
  return (
    <div className={classes(styles.intro, art && styles.drawn, beside && styles.beside)}>
      {art && <img src={art} width={240} height={176} alt="" decoding="async" />}
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {beside && <img src={beside} width={320} height={220} alt="" decoding="async" />}
    </div>
  );
}
