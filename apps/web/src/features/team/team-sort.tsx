import { isTeamSort, TEAM_SORTS, type TeamSort } from '@minerx/rules/team';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { teamSort } from './team.api.ts';

const WORDS = {
  date: 'team.sort.date',
  capital: 'team.capital',
  sales: 'team.groupSales',
} as const satisfies Record<TeamSort, string>;

/** By what the members of every level stand in line. */
export function TeamSortField() {
  const { t } = useTexts();
  const sort = useSyncExternalStore(teamSort.subscribe, teamSort.get);
  return (
    <Field label={t('team.sort')}>
      {(wire) => (
        <Select
          {...wire}
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
      )}
    </Field>
  );
}
