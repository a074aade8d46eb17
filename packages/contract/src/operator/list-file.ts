import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { chunks, text } from '../wire/wire.ts';
import { LIST_FILES } from './list.ts';

export const operatorListFile = defineCall({
  method: 'GET',
  path: 'operator/list-file',
  summary:
    'All of a list as CSV (RFC 4180), a line for each row and a column for each of its fields; no cell is a formula. `asked`: what the list is asked with, as in an address.',
  session: 'operator',
  query: z.object({ list: z.enum(LIST_FILES), asked: z.optional(text(500)) }),
  result: chunks,
  download: 'text/csv; charset=utf-8',
  refusals: ['err_forbidden', 'err_not_found'],
});
