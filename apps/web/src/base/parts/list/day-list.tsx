import { Skeleton } from '@minerx/ui/skeleton';
import { useTexts } from '../../../i18n/texts.ts';
import { dayLabel, firstOfDays } from '../../language/days.ts';
import styles from './day-list.module.css';
import { LongList, type LongListProps } from './long-list.tsx';

interface DayListProps<Row> extends Omit<LongListProps<Row>, 'placeOf' | 'blockHeight'> {
  /** No more are to come. */
  isWhole: boolean;
}

/** What happened, newest first: the first of each day stands below its name, and what comes behind them moves none. */
export function DayList<Row extends { at: string }>({ isWhole, children, ...list }: DayListProps<Row>) {
  const { tag, format } = useTexts();
  const firsts = firstOfDays(list.rows);
  return (
    <LongList {...list} placeOf={(_, index) => ({ place: index + 1, beside: isWhole ? list.rows.length : -1 })}>
      {(row) =>
        firsts.has(row) ? (
          <div className={styles.day}>
            <h2>{dayLabel(row.at, tag, format.date)}</h2>
            {children(row)}
          </div>
        ) : (
          children(row)
        )
      }
    </LongList>
  );
}

/** Where the name of the first day will stand. */
export function WaitingDay() {
  return (
    <div className={styles.day}>
      <h2>
        <Skeleton width="5rem" height="1.3125rem" />
      </h2>
    </div>
  );
}
