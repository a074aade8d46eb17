import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../src/db/test-database.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { fillPrizePool } from '../blessing-pool.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { moneyHouse } from '../money-house.ts';
import type { MoneyHouse } from '../money-house.ts';
import { insertPayoutFreeze } from '../../src/modules/integrity/payout-freeze.store.ts';
import { openPayouts } from '../../src/modules/integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../../src/modules/integrity/payout-freeze.store.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { COMMAND_CASES, RICH } from './command-cases.ts';
import { tellBtcPrice } from '../btc-price.ts';

/** What an object in the source has by this name, as text without its quotes; undefined: nothing. */
const textOf = (object: ts.ObjectLiteralExpression, name: string): string | undefined => {
  const found = object.properties.find((property) => property.name?.getText() === name);
  if (found === undefined) return undefined;
  return ts.isPropertyAssignment(found) ? found.initializer.getText().replaceAll(/^['`"]|['`"]$/g, '') : name;
};

/**
 * The commands of a source: whatever has a name and an actor is one, and so is whatever decides. One that decides and takes its name from a part
 * (`...command`) is named there.
 */
const commandsIn = (path: string, source: string): string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isObjectLiteralExpression(node)) return;
    const [name, actor, decide] = ['name', 'actor', 'decide'].map((each) => textOf(node, each));
    if (decide !== undefined && name === undefined && !node.properties.some(ts.isSpreadAssignment))
      names.push(`nameless in ${path}`);
    if (name !== undefined && (decide !== undefined || actor !== undefined) && /^[a-z_${}]+$/.test(name))
      names.push(name);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return names;
};

const SOURCE = join(import.meta.dirname, '../../src');
const namesInSource = (): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^ledger\//.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(SOURCE, path), 'utf8');
      return /\bdecide\b|ledger\/command\.ts/.test(source) ? commandsIn(path, source) : [];
    });

/** What need not wait while the books do not hold, and why. A new command waits, or stands here. */
const GOES_ON: Record<string, string> = {
  subscribe_miner: 'a member pays',
  activate_order: 'a member pays',
  stake: 'a member lays aside what is theirs',
  debit_member: 'what is too much is taken back',
  place_waiting_orders: 'it was paid, or its voucher redeemed, before',
  deal_blessing: 'a deck is laid, and no card is opened',
  void_vouchers: 'what could be redeemed no more can',
  approve_liquidity: 'from one account of the house to another',
  withdraw_nft: 'a request, which waits for its approval',
  ask_withdrawal: 'a request, which waits for its approval',
  cancel_nft_withdrawal: 'what was to leave stays',
  reject_nft_withdrawal: 'what was to leave stays',
  expire_nft_withdrawal: 'what was to leave stays',
  cancel_withdrawal: 'what was to leave stays',
  reject_withdrawal: 'what was to leave stays',
  expire_withdrawal: 'what was to leave stays',
  mark_withdrawal_sent: 'it has left, and the books must say so',
  mark_withdrawal_errored: 'it waits for a proof',
  mark_nft_errored: 'it waits for a proof',
  confirm_withdrawal: 'it has left, and the books must say so',
  confirm_nft_sending: 'it has left, and the books must say so',
  fail_nft_sending: 'a chain has refused it, and what was to leave stays',
  move_payout: 'of the house itself',
  credit_deposits: 'a chain has brought it: until it is booked, chain and books differ',
  book_sweep: 'a chain has moved it: until it is booked, chain and books differ',
  book_receipt: 'a chain has brought it: until it is booked, chain and books differ',
};

describe('a command that is alone in its batch', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let alone: Funnel;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    alone = house.secondFunnel({ batchSize: 1 });
    await house.devices('x1', 20);
    await house.devices('x2', 40);
    await fillPrizePool(house.pool);
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await alone.drain();
    await house.close();
    await database.drop();
  });

  // Nobody beside it has named what it forgot: reading that would throw.
  it.each(COMMAND_CASES)(
    '%s finds everything that it reads, and gives nothing away while the books do not hold',
    async (name, make) => {
      await tellBtcPrice(house.pool, house.clock.at);
      const command = await make(house, await house.member(RICH));
      expect(command.name).toBe(name);
      await inTransaction(house.pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, new Date(house.clock.at)));
      const answer = await alone.run(command).then(
        () => 'goes on',
        ({ code }: { code: string }) => code,
      );
      await openPayouts(house, {
        freeze: (await findPayoutFreeze(house.pool))!,
        outcomes: [],
        actor: 'operator:ana',
        reason: 'a test',
      });
      expect(answer).toBe(GOES_ON[name] === undefined ? 'err_payouts_frozen' : 'goes on');
      // Nothing is lost: the very same takes place afterwards.
      if (answer !== 'goes on') await expect(alone.run(command)).resolves.toBeDefined();
    },
  );

  it('has a case here for each that exists', () => {
    const names = namesInSource().flatMap((name) =>
      name === '${kind}_member' ? ['credit_member', 'debit_member'] : [name],
    );
    expect(names.toSorted()).toEqual([...new Set(COMMAND_CASES.map(([name]) => name))].toSorted());
  });
});
