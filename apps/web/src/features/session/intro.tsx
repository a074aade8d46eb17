import styles from './session.module.css';

/** The h1 of a visitor screen with one sentence of what it is for. */
export function Intro({ title, lead }: { title: string; lead: string }) {
  return (
    <div className={styles.intro}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </div>
  );
}
