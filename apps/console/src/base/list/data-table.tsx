import { useUi } from '@minerx/ui/ui-context';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand under each other. */
  end?: boolean;
  /** Takes what room is left, cut where it does not fit. */
  wide?: boolean;
  /** Sentences, which may take several lines. */
  prose?: boolean;
}

interface DataTableProps<Row> {
  /** Its accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where a row opens; the first column is the link, the whole row takes the press. */
  linkTo?: ((row: Row) => string) | undefined;
}

/** Rows of the same kind: a plain table whose rows open. */
export function DataTable<Row>({ label, columns, rows, keyOf, linkTo }: DataTableProps<Row>) {
  const { Link } = useUi();
  const classOf = ({ end, wide, prose }: Column<Row>) =>
    end ? styles.end : wide ? styles.wide : prose ? styles.prose : undefined;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={linkTo && styles.opens}>
              {columns.map((column, place) => (
                <td key={column.head} className={classOf(column)}>
                  {place === 0 && linkTo ? (
                    <Link to={linkTo(row)} className={styles.link}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
