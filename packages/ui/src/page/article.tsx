import { SafeHtml } from '../text/safe-html.tsx';
import styles from './article.module.css';

interface ArticleProps {
  /** Address of a picture. */
  picture: string | null;
  /** ISO, and as it is read. */
  at: string;
  time: string;
  /** Of somebody else: drawn from an allow-list. */
  html: string;
}

/** Picture, date and text; whoever shows it gives it a heading. */
export function Article({ picture, at, time, html }: ArticleProps) {
  return (
    <div className="stack-3">
      {picture !== null && <img className={styles.picture} src={picture} alt="" width="1248" height="702" />}
      <time className="soft" dateTime={at}>
        {time}
      </time>
      <SafeHtml html={html} />
    </div>
  );
}
