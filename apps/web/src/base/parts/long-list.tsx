import { createContext, use, useLayoutEffect, useRef, type Key, type ReactElement } from 'react';
import {
  WindowVirtualizer,
  type CacheSnapshot,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type WindowVirtualizerHandle,
} from 'virtua';
import { onSessionEnd } from '../session.ts';

/** How high every row was, by the list it belongs to: who comes back finds the same place. */
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

interface LongListProps<Row> {
  /** Under which its heights are remembered until the session ends. */
  name: string;
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** A first guess in px, space below included, for rows that were not drawn yet. */
  rowHeight: number;
  /** What is drawn beyond both edges of the window, in px. */
  beyond?: number;
  placeOf: (row: Row, index: number) => RowPlace | null;
  children: (row: Row) => ReactElement;
}

interface Shown {
  label: string;
  placeOf: (index: number) => RowPlace | null;
}

const List = createContext<Shown>({ label: '', placeOf: () => null });

/**
 * A list that scrolls with the window, of thousands of rows: only those in sight and a few beside them are there.
 * It leaves its rows' heights behind, so that the scroll place that the router restores is the same row.
 */
export function LongList<Row>(props: LongListProps<Row>) {
  const { name, label, rows, keyOf, rowHeight, beyond = 600, placeOf, children } = props;
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
  const place = (index: number): RowPlace | null => {
    const row = rows[index];
    return row === undefined ? null : placeOf(row, index);
  };
  // Drawn once for each drawing of the list: rows that come into sight do not have all their neighbours drawn again.
  const drawn = new Map<Row, ReactElement>();
  const draw = (row: Row): ReactElement => {
    const element = drawn.get(row) ?? <Keyed key={keyOf(row)}>{children(row)}</Keyed>;
    drawn.set(row, element);
    return element;
  };
  return (
    <List value={{ label, placeOf: place }}>
      <WindowVirtualizer
        ref={list}
        as={Container}
        item={Item}
        data={rows}
        itemSize={rowHeight}
        bufferSize={beyond}
        {...(known?.rows === rows.length && { cache: known.cache })}
      >
        {draw}
      </WindowVirtualizer>
    </List>
  );
}

function Keyed({ children }: { children: ReactElement }) {
  return children;
}

function Container({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} style={style} aria-label={use(List).label}>
      {children}
    </ul>
  );
}

function Item({ index, style, children, ref }: CustomItemComponentProps) {
  const at = use(List).placeOf(index);
  return (
    <li ref={ref} style={style} aria-level={at?.level} aria-posinset={at?.place} aria-setsize={at?.beside}>
      {children}
    </li>
  );
}
