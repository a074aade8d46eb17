import { classes } from '../classes.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './poster.module.css';

interface PosterProps {
  to: string;
  /** Address of it. */
  picture: string;
  title: string;
  /** Something stands at its lower edge, in front of it. */
  below?: boolean;
}

/** A picture that leads somewhere, with its words on it. */
export function Poster({ to, picture, title, below = false }: PosterProps) {
  const { Link } = useUi();
  return (
    <Link to={to} className={styles.link} aria-label={title}>
      <img className="cover" src={picture} alt="" width="1248" height="702" loading="lazy" decoding="async" />
      <span className={classes(styles.caption, below && styles.below)}>{title}</span>
    </Link>
  );
}
