import { isUuid } from './ids.ts';

interface Asked {
  readonly page: number;
  readonly pageSize: number;
  readonly id?: string | undefined;
}

interface Found<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The page that is asked for; or the rows that an id names, as a page of their own: none where the member has no such row. */
export const pageOrRow = async <Row>(
  { id }: Asked,
  page: () => Promise<Found<Row>>,
  row: (id: string) => Promise<readonly Row[] | Row | null>,
): Promise<Found<Row>> => {
  if (id === undefined) return page();
  const found = isUuid(id) ? await row(id) : null;
  const rows = found === null ? [] : ([found].flat() as Row[]);
  return { rows, total: rows.length };
};
