import type { TeamNode } from '@minerx/contract/team';
import { EmptyState } from '@minerx/ui/empty-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { type CSSProperties, memo, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { LongList, type RowPlace } from '../../base/parts/list/long-list.tsx';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { ReferLink } from './refer-link.tsx';
import { MoreButton } from './more-button.tsx';
import { TeamRow } from './team-row.tsx';
import { TeamSortField } from './team-sort.tsx';
import { FIRST_SORT, loadedDownline, onDownline, teamSort, useDownline, useTeam, useTeamMember } from './team.api.ts';
import notFound from '../../base/art/empty-search.svg';
import noTeam from '../../base/art/empty-team.svg';
import styles from './team-tree.module.css';
import { linesBelow, linesOf, openLevels, type TreeLine } from './tree-lines.ts';
import { openRows } from './open-rows.ts';

/** As high as a row with figures of a team. */
const ROW = '6.125rem';

/** The downline, level by level as rows are opened; or the one member who was looked for, with the levels below. */
export function TeamTree({ find }: { find: string | undefined }) {
  return find === undefined ? <Whole /> : <Found username={find} />;
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
      {(node) => node && <Tree root={node} />}
    </Loaded>
  );
}

function Whole() {
  const downline = useDownline(null);
  const team = useTeam();
  const sort = useSyncExternalStore(teamSort.subscribe, teamSort.get);
  const { isPending, data } = downline.query;
  // It shows with the rows, which take their time to be drawn; until then it keeps its place, and moves neither them nor theirs.
  const isWaiting = useDeferredValue(isPending);
  const isSortable = useDeferredValue(isPending || (data?.length ?? 0) > 1);
  return (
    <>
      {(sort !== FIRST_SORT || isSortable) && <TeamSortField isWaiting={isWaiting && sort === FIRST_SORT} />}
      <Loaded
        query={downline.query}
        // The summary above says for both what has failed.
        instead={team.isError && team.data === undefined ? <></> : undefined}
        unmarked={team.isError}
        skeleton={<Waiting rows={6} />}
        isEmpty={(nodes) => nodes.length === 0}
        empty={<NoTeam />}
      >
        {() => <Tree root={null} />}
      </Loaded>
    </>
  );
}

const placeOf = (line: TreeLine): RowPlace | null =>
  line.kind === 'member' ? { level: line.depth + 1, place: line.place, beside: line.beside } : null;

function Tree({ root }: { root: TeamNode | null }) {
  const { t } = useTexts();
  const lines = useTreeLines(root);
  return (
    <>
      {openLevels(lines).map((of) => (
        <KeepLoaded key={of} of={of} />
      ))}
      <LongList
        name={`team:${root?.member_username ?? ''}`}
        label={t('team.tree')}
        rows={lines}
        keyOf={({ key }) => key}
        rowHeight={100}
        blockHeight={1200}
        placeOf={placeOf}
      >
        {(line) => <Line line={line} />}
      </LongList>
    </>
  );
}

/** Drawn anew only when the line itself is another one, not with every step of scrolling. */
const Line = memo(function Line({ line }: { line: TreeLine }) {
  return (
    <div className={styles.line} style={{ '--depth': line.depth } as CSSProperties}>
      {line.kind === 'member' ? <TeamRow node={line.node} isOpen={line.isOpen} /> : <Edge of={line.of} />}
    </div>
  );
});

/** What is loaded stays while its row is open, though its end may be far out of sight. */
function KeepLoaded({ of }: { of: string }) {
  useDownline(of);
  return null;
}

/** The end of a level: rows on their way, a failure, or a button for more. */
function Edge({ of }: { of: string | null }) {
  const downline = useDownline(of, false);
  return (
    <Loaded query={downline.query} skeleton={<Skeleton height={ROW} />}>
      {() => <MoreButton end={downline.end} more={downline.more} />}
    </Loaded>
  );
}

function NoTeam() {
  const { t } = useTexts();
  return <EmptyState art={noTeam} hint={t('team.empty.hint')} action={<ReferLink />} />;
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className="stack-2">
      {Array.from({ length: rows }, (_, place) => (
        <Skeleton key={place} height={ROW} />
      ))}
    </div>
  );
}

let version = 0;
const readVersion = (): number => version;
const subscribe = (listener: () => void): (() => void) =>
  onDownline(() => {
    version += 1;
    listener();
  });

/** The tree as a flat list of lines, of one member or of the viewer's first level: drawn anew when rows open or arrive. */
function useTreeLines(root: TeamNode | null): readonly TreeLine[] {
  const open = useSyncExternalStore(openRows.subscribe, openRows.get);
  const loads = useSyncExternalStore(subscribe, readVersion);
  const sort = useSyncExternalStore(teamSort.subscribe, teamSort.get);
  return useMemo(
    () => (root === null ? linesBelow(null, 0, open, loadedDownline) : linesOf([root], 0, open, loadedDownline)),
    // What is loaded is read from the cache by `sort`; `loads` says that it has changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [root, open, loads, sort],
  );
}
