import { operatorListFile } from '@minerx/contract/operator/list-file';
import { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import { csvLine, textCell } from '../../modules/transaction/csv.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, parse, type Api, type Routes } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { noteFile } from './desk.ts';

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly rows: readonly Row[];
  readonly next: string | null;
}
/** Gives the page that begins after a row. */
type Turn = (after: string | null) => Promise<Page>;

/** The fields of a row, as the contract has them. */
const columnsOf = ({ call }: Routes[number]): string[] => {
  const { shape } = call.result as unknown as { shape: { rows: { _zod: { def: { element: z.ZodMiniObject } } } } };
  return Object.keys(shape.rows._zod.def.element.shape);
};

/** A number is no formula, below zero neither. */
const NUMBER = /^-?\d+(\.\d+)?$/;

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return NUMBER.test(text) ? text : textCell(text);
};

/** A list as CSV, read while it is written. */
const writeList = async function* (columns: readonly string[], first: Page, turn: Turn): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let page = first; ; page = await turn(page.next)) {
    yield page.rows.map((row) => csvLine(columns.map((column) => cellOf(row[column])))).join('');
    if (page.next === null) return;
  }
};

/** Added behind the lists: each page of a file is asked of the list itself, who may see it and how it is read stand there alone. */
export const addListFile = (api: Api): void => {
  const { context, routes } = api;
  addRoute(
    api,
    operatorListFile,
    { limit: perMinute(30) },
    async ({ operator, query: { list, asked = '' }, ...gated }) => {
      const found = routes.find(({ call }) => call.path === `operator/${list}`);
      if (found?.handle === undefined) return refuse('err_not_found');
      const { call, handle } = found;
      const given = Object.fromEntries(new URLSearchParams(asked));
      const turn: Turn = (after) => {
        const query = call.query && parse(call.query, after === null ? given : { ...given, after });
        return handle({ ...gated, operator, query } as never) as Promise<Page>;
      };
      // Whoever may not see it is told so before anything is sent.
      const first = await turn(null);
      await noteFile(context, operator, { list, asked });
      gated.reply.header('Content-Disposition', `attachment; filename="${list.replace('/', '-')}.csv"`);
      return Readable.from(writeList(columnsOf(found), first, turn));
    },
  );
};
