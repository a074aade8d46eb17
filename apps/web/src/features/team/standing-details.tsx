import type { StandingRules, TeamEntry } from '@minerx/contract/team';
import { unitsOf } from '@minerx/rules/money';
import { exactPrecision, formatUsd } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { Fact, Facts } from '@minerx/ui/facts';
import { Skeleton } from '@minerx/ui/skeleton';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { ReferLink } from './refer-link.tsx';
import { MoreButton } from './more-button.tsx';
import { NameWithStanding } from './name-with-standing.tsx';
import styles from './standing-details.module.css';
import { useStanding, type Standing } from './team.api.ts';
import { Usd } from './usd.tsx';
import noTeam from '../../base/art/empty-team.svg';

const KINDS = ['foundation', 'legacy'] as const;

/** Foundation and Legacy: a summary each, then who they are. */
export function StandingDetails({ find }: { find: string | undefined }) {
  const { t } = useTexts();
  const standing = useStanding(find);
  const ruleOf = useRules();
  return (
    <Loaded query={standing.query} skeleton={<Waiting />}>
      {(shown) => (
        <>
          <Card flush>
            {KINDS.map((kind) => (
              <div key={kind} className={styles.summary}>
                <h2>{t(`team.${kind}`)}</h2>
                <p className={styles.label}>{t('team.standing.total')}</p>
                <p className={styles.label}>{t('team.standing.count', { count: shown[kind].count })}</p>
                <p className={styles.total}>
                  <Usd amount={shown[kind].total} />
                </p>
                {shown.rules && <p className={styles.rule}>{ruleOf(kind, shown.rules)}</p>}
              </div>
            ))}
            {find === undefined && <Whole {...shown} />}
          </Card>
          {find === undefined && <p className={styles.note}>{t('team.standing.note')}</p>}
          {shown.data.length === 0 && (
            <EmptyState
              art={noTeam}
              hint={find === undefined ? undefined : t('team.standing.none')}
              action={find === undefined && <ReferLink />}
            />
          )}
          {KINDS.map((kind) => (
            <Entries key={kind} kind={kind} entries={shown.data.filter((entry) => entry[kind])} />
          ))}
          <MoreButton end={standing.end} more={standing.more} />
        </>
      )}
    </Loaded>
  );
}

/** From when on somebody is one of a kind, in a sentence. */
function useRules(): (kind: (typeof KINDS)[number], rules: StandingRules) => string {
  const { t, tag, dollar } = useTexts();
  const usd = (amount: string) => {
    const units = unitsOf(amount);
    return formatUsd(units, exactPrecision(units, 0), tag, dollar);
  };
  return (kind, { foundation, legacy }) =>
    kind === 'foundation'
      ? t('team.foundation.rule', { capital: usd(foundation.member_capital), count: foundation.direct_sponsor })
      : t('team.legacy.rule', { sales: usd(legacy.group_sales) });
}

/** What makes the two counts the whole first level: who is in both of them, and who in neither. */
function Whole({ foundation, legacy, both, neither }: Pick<Standing, 'foundation' | 'legacy' | 'both' | 'neither'>) {
  const { t, format } = useTexts();
  return (
    <Facts small className={styles.whole}>
      {both > 0 && <Fact label={t('team.standing.both')}>{format.number(both)}</Fact>}
      <Fact label={t('team.standing.neither')}>{format.number(neither)}</Fact>
      <Fact label={t('team.directMembers')} strong>
        {format.number(foundation.count + legacy.count - both + neither)}
      </Fact>
    </Facts>
  );
}

/** Those of one kind: what the heading says no row says again. */
function Entries({ kind, entries }: { kind: (typeof KINDS)[number]; entries: readonly TeamEntry[] }) {
  const { t } = useTexts();
  if (entries.length === 0) return null;
  return (
    <section className={styles.entries}>
      <h2>{t(`team.${kind}`)}</h2>
      <Card flush>
        <ul>
          {entries.map((entry) => (
            <li key={entry.member_username} className={styles.entry}>
              <NameWithStanding
                name={entry.member_username}
                foundation={entry.foundation && kind !== 'foundation'}
                legacy={entry.legacy && kind !== 'legacy'}
              />
              <Facts small quiet className={styles.figures}>
                <Fact label={t('team.capital')}>
                  <Usd amount={entry.member_capital} />
                </Fact>
                <Fact label={t('team.groupSales')}>
                  <Usd amount={entry.group_sales} />
                </Fact>
              </Facts>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Waiting() {
  return (
    <>
      <Card flush>
        {KINDS.map((kind) => (
          <div key={kind} className={styles.summary}>
            <Skeleton width="60%" height="1.6875rem" />
            <span />
            <Skeleton width="40%" height="1.3125rem" />
            <Skeleton width="6rem" height="1.6875rem" />
            <span className={styles.rule}>
              <Skeleton height="1.3125rem" />
            </span>
          </div>
        ))}
        <div className={styles.whole}>
          <Skeleton height="1.3125rem" />
          <Skeleton height="1.3125rem" />
        </div>
      </Card>
      <Skeleton height="2.625rem" />
      <section className={styles.entries}>
        <Skeleton width="30%" height="1.6875rem" />
        <Card flush>
          {[0, 1, 2].map((place) => (
            <div key={place} className={styles.entry}>
              <Skeleton width="50%" height="1.5rem" />
              <Skeleton height="1.3125rem" />
              <Skeleton height="1.3125rem" />
            </div>
          ))}
        </Card>
      </section>
    </>
  );
}
