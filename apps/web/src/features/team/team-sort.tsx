import { isTeamSort, TEAM_SORTS, type TeamSort } from '@minerx/rules/team';
import { classes } from '@minerx/ui/classes';
import { Select } from '@minerx/ui/select';
import { useId, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { teamSort } from './team.api.ts';
import styles from './team-search.module.css';

const WORDS = {
  date: 'team.sort.date',
  capital: 'team.capital',
  sales: 'team.groupSales',
} as const satisfies Record<TeamSort, string>;

/** By what the members of every level stand in line; nobody knows yet whether there are any while it waits. */
export function TeamSortField({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useTexts();
  const id = useId();
  const sort = useSyncExternalStore(teamSort.subscribe, teamSort.get);
  return (
    <div className={classes('line-3 wraps', styles.sort, isWaiting && styles.waiting)}>
      <label className={styles.by} htmlFor={id}>
        {t('team.sort')}
      </label>
      <Select
        id={id}
        value={sort}
        onChange={({ target: { value } }) => {
          if (isTeamSort(value)) teamSort.set(value);
        }}
      >
        {TEAM_SORTS.map((each) => (
          <option key={each} value={each}>
            {t(WORDS[each])}
          </option>
        ))}
      </Select>
    </div>
  );
}
