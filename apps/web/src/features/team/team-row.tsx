import type { TeamNode } from '@minerx/contract/team';
import { classes } from '@minerx/ui/classes';
import { IconButton } from '@minerx/ui/icon-button';
import { ChevronRight } from 'lucide-react';
import { variant } from '@minerx/rules/wire-language';
import { useTexts } from '../../i18n/texts.ts';
import { toggleRow } from './open-rows.ts';
import { NameWithStanding } from './name-with-standing.tsx';
import { dropDownline } from './team.api.ts';
import styles from './team-row.module.css';
import { Usd } from './usd.tsx';

/** One member of the team, in three short lines. Only who has brought somebody can be opened, and has figures of a team. */
export function TeamRow({ node, isOpen }: { node: TeamNode; isOpen: boolean }) {
  const { t, format, language } = useTexts();
  const name = node.member_username;
  const toggle = () => {
    if (!toggleRow(name)) dropDownline(name);
  };
  return (
    <article className={styles.row}>
      <div className={styles.head}>
        <NameWithStanding name={name} foundation={node.foundation} legacy={node.legacy} />
        {node.direct_sponsor > 0 && (
          <IconButton
            label={t(isOpen ? 'team.collapse' : 'team.expand', { name })}
            aria-expanded={isOpen}
            className={classes(styles.opener, isOpen && styles.open)}
            icon={<ChevronRight size={20} aria-hidden="true" />}
            onClick={toggle}
          />
        )}
      </div>
      <p className={styles.about}>
        {t('team.generation', { n: node.generation })} · {variant(node.ranking, 'ranking_name', language)} ·{' '}
        <span className={styles.whole}>{t('team.joined', { date: format.date(node.member_created_date) })}</span>
      </p>
      <Figures node={node} />
    </article>
  );
}

/** Capital, and what those below have sold: how many they are stands in brackets, and is read out in words. */
function Figures({ node }: { node: TeamNode }) {
  const { t, format } = useTexts();
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('team.capital')}</dt>
        <dd>
          <Usd amount={node.member_capital} />
        </dd>
      </div>
      {node.direct_sponsor > 0 &&
        (['direct', 'group'] as const).map((of) => (
          <div key={of}>
            <dt>
              <span aria-hidden="true">{t(`team.${of}.short`, { count: format.number(node[`${of}_sponsor`]) })}</span>
              <span className="unseen">{t(`team.${of}`, { count: node[`${of}_sponsor`] })}</span>
            </dt>
            <dd>
              <Usd amount={node[`${of}_sales`]} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
