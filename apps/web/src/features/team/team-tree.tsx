import type { TeamNode } from '@minerx/contract/team';
import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import { createContext, use, useLayoutEffect, useRef, type CSSProperties } from 'react';
import {
  WindowVirtualizer,
  type CacheSnapshot,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua';
import { Loaded } from '../../base/query.tsx';
import { onSessionEnd } from '../../base/session.ts';
import { useTexts } from '../../i18n/texts.ts';
import { MoreButton } from './more-button.tsx';
import { TeamRow } from './team-row.tsx';
import { useDownline, useTeamMember } from './team.api.ts';
import noTeam from '../../base/art/empty-team.svg';
import styles from './team-tree.module.css';
import { openLevels, type TreeLine } from './tree-lines.ts';
import { useTreeLines } from './use-tree.ts';

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
      empty={<EmptyState hint={t('team.search.none')} />}
    >
      {(node) => node && <Tree root={node} />}
    </Loaded>
  );
}

function Whole() {
  const downline = useDownline(null);
  return (
    <Loaded
      query={downline.query}
      skeleton={<Waiting rows={4} />}
      isEmpty={(nodes) => nodes.length === 0}
      empty={<NoTeam />}
    >
      {() => <Tree root={null} />}
    </Loaded>
  );
}

/** How high every line was, by the tree it belongs to: who comes back finds the same place. */
const heights = new Map<string, { lines: number; cache: CacheSnapshot }>();
onSessionEnd(() => heights.clear());

const Lines = createContext<readonly TreeLine[]>([]);

/** Thousands of rows: only those in sight and a few beside them are there. */
function Tree({ root }: { root: TeamNode | null }) {
  const lines = useTreeLines(root);
  const list = useRef<WindowVirtualizerHandle>(null);
  const name = root?.member_username ?? '';
  const known = heights.get(name);
  const count = useRef(lines.length);
  count.current = lines.length;
  useLayoutEffect(() => {
    const shown = list.current;
    return () => {
      if (shown) heights.set(name, { lines: count.current, cache: shown.cache });
    };
  }, [name]);
  return (
    <>
      {openLevels(lines).map((of) => (
        <KeepLoaded key={of} of={of} />
      ))}
      <Lines value={lines}>
        <WindowVirtualizer
          ref={list}
          as={List}
          item={Item}
          data={lines}
          itemSize={112}
          bufferSize={600}
          {...(known?.lines === lines.length && { cache: known.cache })}
        >
          {(line) => <Line key={line.key} line={line} />}
        </WindowVirtualizer>
      </Lines>
    </>
  );
}

function List({ style, children, ref }: CustomContainerComponentProps) {
  const { t } = useTexts();
  return (
    <ul ref={ref} style={style} aria-label={t('team.tree')}>
      {children}
    </ul>
  );
}

/** A list item that knows its level and its place in it, though its neighbours may not be there. */
function Item({ index, style, children, ref }: CustomItemComponentProps) {
  const line = use(Lines)[index];
  const member = line?.kind === 'member' ? line : null;
  return (
    <li
      ref={ref}
      style={style}
      aria-level={member ? member.depth + 1 : undefined}
      aria-posinset={member?.place}
      aria-setsize={member?.beside}
    >
      {children}
    </li>
  );
}

function Line({ line }: { line: TreeLine }) {
  return (
    <div className={styles.line} style={{ '--depth': line.depth } as CSSProperties}>
      {line.kind === 'member' ? <TeamRow node={line.node} isOpen={line.isOpen} /> : <Edge of={line.of} />}
    </div>
  );
}

/** What is loaded stays while its row is open, though its end may be far out of sight. */
function KeepLoaded({ of }: { of: string }) {
  useDownline(of);
  return null;
}

/** The end of a level: rows on their way, a failure, or a button for more. */
function Edge({ of }: { of: string | null }) {
  const downline = useDownline(of, false);
  return (
    <Loaded query={downline.query} skeleton={<Skeleton height="6.5rem" />}>
      {() => <MoreButton end={downline.end} more={downline.more} />}
    </Loaded>
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

function Waiting({ rows }: { rows: number }) {
  return (
    <div className={styles.waiting}>
      {Array.from({ length: rows }, (_, place) => (
        <Skeleton key={place} height="6.5rem" />
      ))}
    </div>
  );
}
