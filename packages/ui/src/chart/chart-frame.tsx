import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './chart-frame.module.css';

interface ChartFrameProps {
  title: string;
  /** Value, change and period in words: what the drawing says. */
  summary: ReactNode;
  badge?: ReactNode;
  /** The drawing. Hidden from screen readers; they have the summary and the table. */
  children: ReactNode;
  table: {
    headings: readonly string[];
    /** Each row as ready texts, in the order of the headings. */
    rows: readonly (readonly ReactNode[])[];
  };
}

/** A chart with its words above and its numbers as a table behind a button. */
export function ChartFrame({ title, summary, badge, children, table }: ChartFrameProps) {
  const { texts } = useUi();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <figure className={styles.frame} aria-labelledby={id}>
      <figcaption className="line-2 apart wraps">
        <span className={styles.title} id={id}>
          {title}
        </span>
        {badge}
      </figcaption>
      <div>{summary}</div>
      <div aria-hidden="true">{children}</div>
      <Button
        variant="quiet"
        size="medium"
        className={styles.toggle}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? texts.hideTable : texts.showTable}
      </Button>
      {shown && (
        <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={id}>
          <table className={styles.table}>
            <thead>
              <tr>
                {table.headings.map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, place) => (
                <tr key={place}>
                  {row.map((cell, column) =>
                    column === 0 ? (
                      <th key={column} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={column}>{cell}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}
