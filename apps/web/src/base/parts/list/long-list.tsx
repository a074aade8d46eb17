import { Fragment, useLayoutEffect, useRef, type Key, type ReactElement } from 'react';
import {
  WindowVirtualizer,
  type CacheSnapshot,
  type CustomContainerComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua';
import { onSessionEnd } from '../../session.ts';

/** How high every block was, by the list it belongs to: who comes back finds the same place. */
const heights = new Map<string, { rows: number; cache: CacheSnapshot }>();
onSessionEnd(() => heights.clear());

/** Where a row stands, for those who do not see its neighbours: they may not be there. */
export interface RowPlace {
  /** From 1. */
  level?: number | undefined;
  /** From 1. */
  place: number;
  /** How many rows stand beside it; -1 while that is not known. */
  beside: number;
}

export interface LongListProps<Row> {
  /** Under which its heights are remembered until the session ends. */
  name: string;
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** A first guess in px, space below included, for rows that were not drawn yet. */
  rowHeight: number;
  /** Another height of a block, in px: one that was not drawn yet is taken for a whole one, and low rows make many of them. */
  blockHeight?: number;
  placeOf: (row: Row, index: number) => RowPlace | null;
  children: (row: Row) => ReactElement;
}

/**
 * Rows come and go in blocks of about this height, in px: what a block costs the browser beside its rows is paid once in three screens of
 * scrolling, not at every row, and it is there long before it is in sight.
 */
const BLOCK_PX = 2400;
/** So far beyond both edges of the window a block is there. */
const BEYOND_PX = 600;

interface Block<Row> {
  from: number;
  rows: readonly Row[];
}

/**
 * A list that scrolls with the window, of thousands of rows: only the blocks in sight and those beside them are there.
 * It leaves its blocks' heights behind, so that the scroll place that the router restores is the same row.
 */
export function LongList<Row>(props: LongListProps<Row>) {
  const { name, label, rows, keyOf, rowHeight, blockHeight = BLOCK_PX, placeOf, children } = props;
  const list = useRef<WindowVirtualizerHandle>(null);
  const known = heights.get(name);
  const count = useRef(rows.length);
  useLayoutEffect(() => {
    count.current = rows.length;
  });
  useLayoutEffect(() => {
    const shown = list.current;
    return () => {
      if (shown) heights.set(name, { rows: count.current, cache: shown.cache });
    };
  }, [name]);
  const perBlock = Math.ceil(blockHeight / rowHeight);
  const blocks = Array.from({ length: Math.ceil(rows.length / perBlock) }, (_, at): Block<Row> => {
    const from = at * perBlock;
    return { from, rows: rows.slice(from, from + perBlock) };
  });
  // Drawn once for each drawing of the list: blocks that come into sight do not have those beside them drawn again.
  const drawn = new Map<Block<Row>, ReactElement>();
  const draw = (block: Block<Row>): ReactElement => {
    const element = drawn.get(block) ?? (
      <Fragment key={keyOf(block.rows[0]!)}>
        {block.rows.map((row, at) => {
          const place = placeOf(row, block.from + at);
          return (
            <div
              key={keyOf(row)}
              role="listitem"
              aria-level={place?.level}
              aria-posinset={place?.place}
              aria-setsize={place?.beside}
            >
              {children(row)}
            </div>
          );
        })}
      </Fragment>
    );
    drawn.set(block, element);
    return element;
  };
  return (
    <div role="list" aria-label={label}>
      <WindowVirtualizer
        ref={list}
        as={Container}
        data={blocks}
        itemSize={perBlock * rowHeight}
        bufferSize={BEYOND_PX}
        {...(known?.rows === rows.length && { cache: known.cache })}
      >
        {draw}
      </WindowVirtualizer>
    </div>
  );
}

/** While one scrolls `virtua` lets no pointer in, which every element inside inherits: all of them were styled anew at each beginning and end. */
function Container({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: 'auto' }}>
      {children}
    </div>
  );
}
