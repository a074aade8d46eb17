import { stretchOfDays } from '@minerx/rules/statement';
import type { Pool } from 'pg';
import type { Carried } from '../transaction/running-balance.query.ts';
import { presentTransaction } from '../transaction/transaction.presenter.ts';
import { listTransactions } from '../transaction/transaction.query.ts';
import { ROWS_AT_ONCE, type DataSection } from './data-section.query.ts';
import type { Context } from '../../context.ts';
import type { FileStore } from '../../outside/files/port.ts';
import { DATA_SECTIONS } from './personal-data.query.ts';
import { listTicketPictures } from './stored-file.query.ts';

/** The rows of a section, a page at a time. */
const rowsOf = async function* (pool: Pool, memberId: bigint, section: DataSection): AsyncGenerator<string[]> {
  let after = section.first;
  for (;;) {
    const rows = await section.page(pool, memberId, after);
    if (rows.length === 0) return;
    yield rows.map(({ row }) => row);
    after = rows.at(-1)!.key;
  }
};

/** Every movement as the history shows it, newest first: of others a masked name, and not what the member typed to find them. */
const movementsOf = async function* (pool: Pool, memberId: bigint): AsyncGenerator<string[]> {
  const filter = { kinds: [], wallets: [], stretch: stretchOfDays(undefined, undefined) };
  const carried: Carried = new Map();
  let before: string | null = null;
  for (;;) {
    const { rows, more } = await listTransactions(pool, memberId, { filter, before, size: ROWS_AT_ONCE }, carried);
    if (rows.length > 0) yield rows.map((row) => JSON.stringify({ ...presentTransaction(row), recipient: undefined }));
    if (!more) return;
    before = rows.at(-1)!.id;
  }
};

/** Pictures of the tickets, by the digest that their messages name; one that the store cannot give stands without its content. */
const picturesOf = async function* (pool: Pool, files: FileStore, memberId: bigint): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const pictures = await listTicketPictures(pool, memberId, after, ROWS_AT_ONCE);
    if (pictures.length === 0) return;
    for (const { hash, mediaType } of pictures) {
      const content = await files.get(hash).catch(() => null);
      yield [
        JSON.stringify({
          picture: hash,
          media_type: mediaType,
          base64: content === null ? null : content.toString('base64'),
        }),
      ];
    }
    after = pictures.at(-1)!.hash;
  }
};

/** All that is held of a member as one JSON object, written while it is read: of the longest section one page is in memory, of pictures one. */
export const writePersonalData = async function* (
  { pool, outside }: Pick<Context, 'pool' | 'outside'>,
  memberId: bigint,
  at: Date,
): AsyncGenerator<string> {
  yield `{"written":${JSON.stringify(at.toISOString())}`;
  const sections = [
    ...DATA_SECTIONS.map((section) => [section.name, rowsOf(pool, memberId, section)] as const),
    ['ticket_pictures', picturesOf(pool, outside.files, memberId)] as const,
    ['movements', movementsOf(pool, memberId)] as const,
  ];
  for (const [name, pages] of sections) {
    yield `,\n${JSON.stringify(name)}:[`;
    let parting = '\n';
    for await (const rows of pages) {
      yield parting + rows.join(',\n');
      parting = ',\n';
    }
    yield ']';
  }
  yield '}\n';
};
