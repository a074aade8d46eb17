import type { PoolClient } from 'pg';
import type { Vault } from '../vault.ts';
import { sealDeck } from './blessing-deal.ts';
import type { BatchState } from './state.ts';
import { list, send } from './statement.ts';

/** Vouchers that prizes became. */
export const writeNewVouchers = (client: PoolClient, { newVouchers }: BatchState, now: Date): Promise<unknown>[] => {
  if (newVouchers.length === 0) return [];
  return [
    send(
      client,
      'ledger_new_voucher',
      `INSERT INTO voucher (id, code_hash, package_id, amount_units, created_at)
       SELECT v.*, $5::timestamptz FROM unnest($1::uuid[], $2::bytea[], $3::smallint[], $4::bigint[]) AS v`,
      [
        list(newVouchers.map(({ id }) => id)),
        newVouchers.map(({ codeHash }) => codeHash),
        list(newVouchers.map(({ packageId }) => packageId)),
        list(newVouchers.map(({ amountUnits }) => amountUnits)),
        now.toISOString(),
      ],
    ),
  ];
};

/** Packs, decks, picks and the pool, in the order of their foreign keys. */
export const writeBlessings = (client: PoolClient, state: BatchState, now: Date, vault: Vault): Promise<unknown>[] => [
  ...writeNewPacks(client, state, now),
  ...writeNewDecks(client, state, now, vault),
  ...writeOpenedDecks(client, state),
  ...writePicks(client, state, now),
  ...writePrizes(client, state),
];

const writeNewPacks = (client: PoolClient, { blessings: { newPacks } }: BatchState, now: Date): Promise<unknown>[] => {
  if (newPacks.length === 0) return [];
  return [
    send(
      client,
      'ledger_new_pack',
      `INSERT INTO blessing_pack (id, member_id, order_id, number, granted_at)
       SELECT p.*, $5::timestamptz FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::smallint[]) AS p`,
      [
        list(newPacks.map(({ id }) => id)),
        list(newPacks.map(({ memberId }) => memberId)),
        list(newPacks.map(({ orderId }) => orderId)),
        list(newPacks.map(({ number }) => number)),
        now.toISOString(),
      ],
    ),
  ];
};

/** Sealed as they are written: the database sees which lines of the pool a deck took from, not where they lie. */
const writeNewDecks = (
  client: PoolClient,
  { blessings: { newDecks } }: BatchState,
  now: Date,
  vault: Vault,
): Promise<unknown>[] => {
  if (newDecks.length === 0) return [];
  const tables = new Map(newDecks.map(({ draw, table }) => [draw.tableHash, table]));
  return [
    send(
      client,
      'ledger_blessing_table',
      `INSERT INTO blessing_table (hash, lines, since) SELECT t.*, $3::timestamptz FROM unnest($1::bytea[], $2::text[]) AS t
       ON CONFLICT DO NOTHING`,
      [[...tables.keys()].map((hash) => Buffer.from(hash, 'hex')), [...tables.values()], now.toISOString()],
    ),
    send(
      client,
      'ledger_new_deck',
      `INSERT INTO blessing_deck (pack_id, sealed, commitment, prize_ids, member_id, number, day, member_seed, table_hash, left_before, dealt_at)
       SELECT d.pack_id, d.sealed, d.commitment, string_to_array(d.prizes, ',')::smallint[], d.member_id, d.number, d.day, d.member_seed,
              d.table_hash, d.left_before, $11::timestamptz
         FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[], $5::bigint[], $6::integer[], $7::date[], $8::text[], $9::bytea[], $10::text[])
           AS d (pack_id, sealed, commitment, prizes, member_id, number, day, member_seed, table_hash, left_before)`,
      [
        list(newDecks.map(({ packId }) => packId)),
        newDecks.map((deck) => sealDeck(vault, deck.packId, deck)),
        newDecks.map(({ commitment }) => commitment),
        newDecks.map(({ cards }) =>
          cards
            .map(({ prizeId }) => prizeId)
            .sort((a, b) => a - b)
            .join(','),
        ),
        list(newDecks.map(({ memberId }) => memberId)),
        list(newDecks.map(({ draw }) => draw.number)),
        list(newDecks.map(({ draw }) => draw.day)),
        newDecks.map(({ draw }) => draw.memberSeed),
        newDecks.map(({ draw }) => Buffer.from(draw.tableHash, 'hex')),
        newDecks.map(({ draw }) => draw.left),
        now.toISOString(),
      ],
    ),
  ];
};

/** From now on everybody may see them. */
const writeOpenedDecks = (client: PoolClient, { blessings: { openedDecks } }: BatchState): Promise<unknown>[] => {
  if (openedDecks.size === 0) return [];
  const decks = [...openedDecks];
  const cards = decks.flatMap(([packId, deck]) =>
    deck.cards.map(({ prizeId, amountUnits }, position) => ({ packId, position, prizeId, amountUnits })),
  );
  return [
    send(
      client,
      'ledger_opened_deck',
      `INSERT INTO blessing_opened (pack_id, deck, salt, signature)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[])`,
      [
        list(openedDecks.keys()),
        decks.map(([, { text }]) => text),
        decks.map(([, { salt }]) => salt),
        decks.map(([, { signature }]) => signature),
      ],
    ),
    send(
      client,
      'ledger_new_card',
      `INSERT INTO blessing_card (pack_id, position, prize_id, amount_units)
       SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::bigint[])`,
      [
        list(cards.map(({ packId }) => packId)),
        list(cards.map(({ position }) => position)),
        list(cards.map(({ prizeId }) => prizeId)),
        list(cards.map(({ amountUnits }) => amountUnits)),
      ],
    ),
  ];
};

const writePicks = (client: PoolClient, { blessings: { picks } }: BatchState, now: Date): Promise<unknown>[] => {
  if (picks.length === 0) return [];
  const at = now.toISOString();
  const fulfilments = picks.filter(({ needsFulfilment }) => needsFulfilment);
  return [
    send(client, 'ledger_pack_opened', 'UPDATE blessing_pack SET opened_at = $2 WHERE id = ANY($1::uuid[])', [
      list(picks.map(({ packId }) => packId)),
      at,
    ]),
    send(
      client,
      'ledger_pick',
      `INSERT INTO blessing_pick (pack_id, position, member_id, wallet_id, credited_units, price_units, transfer_id, voucher_id, picked_at)
       SELECT p.*, $9::timestamptz
       FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::uuid[], $8::uuid[]) AS p`,
      [
        list(picks.map(({ packId }) => packId)),
        list(picks.map(({ position }) => position)),
        list(picks.map(({ memberId }) => memberId)),
        list(picks.map(({ credit }) => credit?.walletId ?? null)),
        list(picks.map(({ credit }) => credit?.units ?? null)),
        list(picks.map(({ credit }) => credit?.priceUnits ?? null)),
        list(picks.map(({ credit }) => credit?.transferId ?? null)),
        list(picks.map(({ voucherId }) => voucherId)),
        at,
      ],
    ),
    ...(fulfilments.length === 0
      ? []
      : [
          send(
            client,
            'ledger_fulfilment',
            'INSERT INTO blessing_fulfilment (pack_id, created_at) SELECT unnest($1::uuid[]), $2',
            [list(fulfilments.map(({ packId }) => packId)), at],
          ),
        ]),
  ];
};

const writePrizes = (client: PoolClient, { blessings: { changedPrizes } }: BatchState): Promise<unknown>[] => {
  if (changedPrizes.size === 0) return [];
  return [
    send(
      client,
      'ledger_prize_after',
      'UPDATE blessing_prize SET remaining = c.remaining FROM unnest($1::smallint[], $2::integer[]) AS c(id, remaining) WHERE blessing_prize.id = c.id',
      [list(changedPrizes.keys()), list(changedPrizes.values())],
    ),
  ];
};
