import type { Call, ResultOf } from '@minerx/contract/call';
import type { AuditLine } from '@minerx/contract/operator/list';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { useUi } from '@minerx/ui/ui-context';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request, sentenceOf, type Asked } from '../api.ts';
import { Loading } from '../loading.tsx';
import { AuditTrail } from './audit-trail.tsx';
import styles from './record.module.css';

interface RecordPageProps<C extends Call> {
  call: C;
  query: Readonly<Record<string, string>>;
  /** The list that it stands in. */
  back: { to: string; label: string };
  /** @param now when the answer came */
  children: (record: ResultOf<C>, now: number) => ReactNode;
}

/** One thing with everything about it: loading, failed and old values look different. */
export function RecordPage<C extends Call>({ call, query, back, children }: RecordPageProps<C>) {
  const { Link } = useUi();
  const record = useQuery({
    queryKey: ['record', call.path, query],
    queryFn: () => request(call, { query } as Asked<C>),
  });
  return (
    <article className={styles.page}>
      <p className={styles.back}>
        <Link to={back.to}>← {back.label}</Link>
      </p>
      {record.isPending ? (
        <Loading heights={['2rem', '16rem']} />
      ) : record.data === undefined ? (
        <>
          <Heading title={back.label} />
          <FailedState text={sentenceOf(record.error)} busy={record.isFetching} onRetry={() => void record.refetch()} />
        </>
      ) : (
        <>
          {record.isError && <Notice role="status">{`Old values. ${sentenceOf(record.error)}`}</Notice>}
          {children(record.data, record.dataUpdatedAt)}
        </>
      )}
    </article>
  );
}

interface HeadingProps {
  title: ReactNode;
  /** States and warnings. */
  chips?: ReactNode;
  children?: ReactNode;
}

export function Heading({ title, chips, children }: HeadingProps) {
  return (
    <header className={styles.heading}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {chips}
      </div>
      {children && <p>{children}</p>}
    </header>
  );
}

interface ColumnsProps {
  main: ReactNode;
  side: ReactNode;
  /** What was done about it, below what is known. */
  audit?: readonly AuditLine[];
  /** Something waits for a second operator. */
  proposed?: boolean;
}

/** What is known on the left, what is to be done on the right. */
export function Columns({ main, side, audit, proposed }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {main}
        {audit && (
          <Panel title="What was done">
            <AuditTrail lines={audit} proposed={proposed} />
          </Panel>
        )}
      </div>
      <aside className={styles.side} aria-label="Next step">
        {side}
      </aside>
    </div>
  );
}

interface PanelProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** It is what the page is for. */
  strong?: boolean;
  children: ReactNode;
}

export function Panel({ title, aside, strong = false, children }: PanelProps) {
  return (
    <section className={strong ? styles.strong : styles.panel}>
      <div className={styles.panelHead}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A hash or an address, in full and in letters of one width. */
export function Code({ children }: { children: string }) {
  return <code className={styles.code}>{children}</code>;
}

/** What of something is on a chain, with the way to look it up. */
export function ChainPanel({ url, children }: { url: string | null; children: ReactNode }) {
  return (
    <Panel
      title="On the chain"
      aside={
        url !== null && (
          <a href={url} target="_blank" rel="noreferrer">
            Open in the explorer
          </a>
        )
      }
    >
      {children}
    </Panel>
  );
}
