import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useRelative } from './relative.ts';
import styles from './moment.module.css';

/** How long ago something was, within a sentence where one is given; a press tells the exact time, in the member's zone. */
export function Moment({ at, say = (when) => when }: { at: string; say?: (when: string) => string }) {
  const { format } = useTexts();
  const relative = useRelative(at);
  const [exact, setExact] = useState(false);
  return (
    <button
      type="button"
      className={`reach ${styles.moment}`}
      title={format.dateTime(at)}
      onClick={() => setExact(!exact)}
    >
      <time dateTime={at}>{say(exact ? format.dateTime(at) : relative)}</time>
    </button>
  );
}
