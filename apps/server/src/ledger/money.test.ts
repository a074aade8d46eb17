import { MEMBER_TRANSFER_KINDS } from '@minerx/rules/transfer-kind';
import { NETWORK_PLACES } from '@minerx/rules/network-place';
import { describe, expect, it } from 'vitest';
import { HOUSE_ACCOUNTS, LEDGER_TABLES, TRANSFER_KINDS } from '../composition/ledger-tables.ts';
import { houseAccounts, TOLD, transferKinds } from './money.ts';
import { BatchState } from './state.ts';

const OF_A_MEMBER = ['member', 'hold', 'receiver'];
const bringing = (...house: Record<string, bigint>[]) => house.map((each) => ({ money: { house: each } }));

describe('what nouns bring of money', () => {
  it('has an account each that nobody else has', () => {
    expect([...houseAccounts(bringing({ A: 1n }, { B: 900n }))]).toEqual([
      ['A', 1n],
      ['B', 900n],
    ]);
    expect(() => houseAccounts(bringing({ A: 1n }, { A: 2n }))).toThrow('A is brought twice');
    expect(() => houseAccounts(bringing({ A: 1n }, { B: 1n }))).toThrow('two accounts of the house have one number');
  });

  it.each([0n, 100n, 899n, 1000n])(
    'has no account under %s: members, holds and places on networks are there',
    (owner) => {
      expect(() => houseAccounts(bringing({ A: owner }))).toThrow(`${owner} is no number for A`);
    },
  );

  it('has kinds of transfers that nobody else has', () => {
    const money = { kinds: { gift: { ways: ['A member'], whenFrozen: 'waits', mail: TOLD.moved } } } as const;
    expect(() => transferKinds([{ money }, { money }])).toThrow('gift is brought twice');
  });
});

describe('the kinds of transfers', () => {
  it('are those of the tables: any other faults the command', () => {
    const transfers = [{ id: '', kind: 'gift', memberId: null, postings: [] }];
    expect(() => new BatchState(LEDGER_TABLES).apply({ transfers }, null)).toThrow(
      'no table brings the kind of transfer gift',
    );
  });

  it.each([...TRANSFER_KINDS])('%s goes ways between parties that there are', (_, { ways }) => {
    const parties = [...OF_A_MEMBER, ...HOUSE_ACCOUNTS.keys(), ...Object.keys(NETWORK_PLACES)];
    expect(ways.length).toBeGreaterThan(0);
    for (const party of ways.flatMap((way) => way.split(' '))) expect(parties).toContain(party);
  });

  it('have words in the history where a member meets them, and nowhere else', () => {
    const kinds = [...TRANSFER_KINDS.keys()];
    expect(MEMBER_TRANSFER_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([]);
    const ofTheHouse = kinds.filter((kind) => !(MEMBER_TRANSFER_KINDS as readonly string[]).includes(kind));

    for (const kind of ofTheHouse)
      expect(TRANSFER_KINDS.get(kind)!.ways.filter((way) => /member|hold|receiver/.test(way))).toEqual([]);
  });
});
