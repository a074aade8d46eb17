import type { TeamNode } from '@minerx/contract/team';
import { Fact, Facts } from '@minerx/ui/facts';
import { IconButton } from '@minerx/ui/icon-button';
import { ChevronRight } from 'lucide-react';
import { variant } from '@minerx/rules/wire-language';
import { useTexts } from '../../i18n/texts.ts';
import { toggleRow } from './open-rows.ts';
import { NameWithStanding } from './name-with-standing.tsx';
import { dropDownline } from './team.api.ts';
import styles from './team-row.module.css';
import { Usd } from './usd.tsx';

/** One member of the team. Only who has brought somebody can be opened, and has figures of a team. */
export function TeamRow({ node, isOpen }: { node: TeamNode; isOpen: boolean }) {
  const { t, format, language } = useTexts();
  const name = node.member_username;
  const toggle = () => {
    if (!toggleRow(name)) dropDownline(name);
  };
  return (
    <article className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <NameWithStanding name={name} foundation={node.foundation} legacy={node.legacy} />
          <p className="stack-0 soft">
            <span>
              {t('team.generation', { n: node.generation })} · {variant(node.ranking, 'ranking_name', language)}
            </span>
            <span>{t('team.joined', { date: format.date(node.member_created_date) })}</span>
          </p>
        </div>
        {node.direct_sponsor > 0 && (
          <IconButton
            label={t(isOpen ? 'team.collapse' : 'team.expand', { name })}
            aria-expanded={isOpen}
            tone="filled"
            className={isOpen ? styles.open : undefined}
            icon={<ChevronRight size={20} aria-hidden="true" />}
            onClick={toggle}
          />
        )}
      </div>
      <Facts small quiet className={styles.figures}>
        <Fact label={t('team.capital')}>
          <Usd amount={node.member_capital} />
        </Fact>
        {node.direct_sponsor > 0 && (
          <>
            <Fact label={t('team.direct', { count: node.direct_sponsor })}>
              <Usd amount={node.direct_sales} />
            </Fact>
            <Fact label={t('team.group', { count: node.group_sponsor })}>
              <Usd amount={node.group_sales} />
            </Fact>
          </>
        )}
      </Facts>
    </article>
  );
}
