import type { TeamNode } from '@minerx/contract/team';
import { buttonClass } from '@minerx/ui/button';
import { classes } from '@minerx/ui/classes';
import { EmptyState } from '@minerx/ui/empty-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import type { CSSProperties } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { MoreButton } from './more-button.tsx';
import { useIsOpen } from './open-rows.ts';
import { TeamRow } from './team-row.tsx';
import { useDownline, useTeamMember } from './team.api.ts';
import styles from './team-tree.module.css';
import notFound from '../../base/art/empty-search.svg';
import noTeam from '../../base/art/empty-team.svg';

/** The downline, level by level as rows are opened; or the one member who was looked for, with the levels below. */
export function TeamTree({ find }: { find: string | undefined }) {
  return find === undefined ? <Level of={null} depth={0} /> : <Found username={find} />;
}

function Found({ username }: { username: string }) {
  const { t } = useTexts();
  const found = useTeamMember(username);
  return (
    <Loaded
      query={found}
      skeleton={<Waiting rows={1} />}
      isEmpty={(node) => node === null}
      empty={<EmptyState art={notFound} hint={t('team.search.none')} />}
    >
      {(node) =>
        node && (
          <ul className={styles.level} aria-label={t('team.tree')}>
            <Branch node={node} depth={0} />
          </ul>
        )
      }
    </Loaded>
  );
}

/** Members below one member; the first level of the viewer is depth 0. */
function Level({ of, depth }: { of: string | null; depth: number }) {
  const { t } = useTexts();
  const downline = useDownline(of);
  return (
    <Loaded
      query={downline.query}
      skeleton={<Waiting rows={of === null ? 4 : 1} depth={depth} />}
      isEmpty={(nodes) => nodes.length === 0}
      empty={of === null ? <NoTeam /> : undefined}
    >
      {(nodes) => (
        <>
          <ul className={styles.level} aria-label={of === null ? t('team.tree') : t('team.below', { name: of })}>
            {nodes.map((node) => (
              <Branch key={node.member_username} node={node} depth={depth} />
            ))}
          </ul>
          <MoreButton end={downline.end} more={downline.more} />
        </>
      )}
    </Loaded>
  );
}

function Branch({ node, depth }: { node: TeamNode; depth: number }) {
  const isOpen = useIsOpen(node.member_username) && node.direct_sponsor > 0;
  return (
    <li className={styles.branch}>
      <div
        className={classes(styles.indent, node.direct_sponsor > 0 && styles.sponsor)}
        style={{ '--depth': depth } as CSSProperties}
      >
        <TeamRow node={node} isOpen={isOpen} />
      </div>
      {isOpen && (
        <div className={styles.below}>
          <Level of={node.member_username} depth={depth + 1} />
        </div>
      )}
    </li>
  );
}

function NoTeam() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <EmptyState
      art={noTeam}
      hint={t('team.empty.hint')}
      action={
        <Link to="/profile/referral" className={buttonClass({ size: 'medium' })}>
          {t('team.referral.title')}
        </Link>
      }
    />
  );
}

function Waiting({ rows, depth = 0 }: { rows: number; depth?: number }) {
  return (
    <div className={styles.level}>
      {Array.from({ length: rows }, (_, place) => (
        <div key={place} className={styles.indent} style={{ '--depth': depth } as CSSProperties}>
          <Skeleton height="6.5rem" />
        </div>
      ))}
    </div>
  );
}
