import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from '../classes.tsx';
import { strip } from './strip.tsx';
import styles from './tabs.module.css';

interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
}

interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onChange: (id: Id) => void;
  /** Round icons, each over its name, instead of a bar. */
  look?: 'bar' | 'round';
  /** The panel of the current tab. */
  children: ReactNode;
}

const steps: Record<string, (place: number, count: number) => number> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** One stop for the Tab key, arrows move between the tabs and choose. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, look = 'bar', children }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(
      tabs.findIndex((tab) => tab.id === current),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    onChange(tab.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div
        ref={list}
        className={look === 'bar' ? strip.fitted : styles.round}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            className={look === 'bar' ? classes(strip.choice, styles.tab) : undefined}
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${base}-panel`}
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={`${base}-${current}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>
  );
}
