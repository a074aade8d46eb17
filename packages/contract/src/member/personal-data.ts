import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { chunks, text } from '../wire/wire.ts';
import { pin } from './member.ts';

export const dataExport = defineCall({
  method: 'POST',
  path: 'member/data/export',
  summary: 'A ticket for the file of all that is held of the member; good for ten minutes in this session. Five a day.',
  session: 'member',
  secondFactor: true,
  body: z.object({ member_security_pin: pin }),
  result: z.object({ data_ticket: z.string() }),
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_account_frozen', 'err_recent_reset'],
});

export const dataFile = defineCall({
  method: 'GET',
  path: 'member/data/file',
  summary: 'The file, JSON: a list for each section, of other members only what the app shows as well.',
  session: 'member',
  query: z.object({ ticket: text(256) }),
  result: chunks,
  download: 'application/json; charset=utf-8',
  refusals: ['err_link_invalid'],
});
