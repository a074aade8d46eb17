import type { PoolClient } from 'pg';
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
export const writeBlessings = (client: PoolClient, state: BatchState, now: Date): Promise<unknown>[] => [
  ...writeNewPacks(client, state, now),
  ...writeNewDecks(client, state, now),
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

const writeNewDecks = (client: PoolClient, { blessings: { newDecks } }: BatchState, now: Date): Promise<unknown>[] => {
  if (newDecks.length === 0) return [];
  const cards = newDecks.flatMap(({ packId, cards: deck }) =>
    deck.map(({ prizeId, amountUnits }, position) => ({ packId, position, prizeId, amountUnits })),
  );
  return [
    send(
      client,
      'ledger_new_deck',
      `INSERT INTO blessing_deck (pack_id, deck, salt, commitment, dealt_at)
       SELECT d.*, $5::timestamptz FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) AS d`,
      [
        list(newDecks.map(({ packId }) => packId)),
        newDecks.map(({ text }) => text),
        newDecks.map(({ salt }) => salt),
        newDecks.map(({ commitment }) => commitment),
        now.toISOString(),
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
