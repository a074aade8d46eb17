import { inModule, MODULES, rule, type Mutant } from './mutant.ts';

const SCAN = `${MODULES}/deposit/scan/deposit-scan.test.ts`;
const LAG = `${MODULES}/deposit/scan/deposit-lag.test.ts`;
const RACES = 'apps/server/test/race/race-wallets.test.ts';
const BOOKS = 'apps/server/test/model/money-model.test.ts';

const deposit = inModule('deposit', LAG, SCAN);
const surplus = inModule('reconciliation', 'apps/server/src/jobs/chain/surplus.test.ts');

/** What comes in, and when it is believed. */
export const depositMutants: readonly Mutant[] = [
  deposit(
    'scan/deposit-scan.command',
    'a block of another branch is read on',
    'header === null || header.parentHash !== parent',
    'header === null',
  ),
  deposit(
    'scan/seen-deposit',
    'what comes to nobody of ours is booked',
    'owner === undefined || coin === undefined || amount === 0n',
    'owner === undefined || coin === undefined',
  ),
  deposit(
    'deposit-address.command',
    'an address is given out on one network of its family',
    'const networks = depositNetworksOf(family);',
    'const networks = [network];',
    `${MODULES}/deposit/deposit-family.test.ts`,
  ),
  surplus(
    'books.query',
    'a deposit counts beside the surplus that it was',
    'AND e.block_number >= d.block_number AND e.found_at < d.seen_at)',
    'AND false)',
  ),
  surplus(
    'difference.command',
    'a surplus is noted at the first block that shows it',
    'for (const each of surplus) await',
    'for (const each of [...surplus, ...added]) await',
  ),
  surplus(
    'reconciliation.equations',
    'more than the books say on a deposit address freezes payouts',
    'AND acknowledged_at IS NULL AND stops',
    'AND acknowledged_at IS NULL',
  ),
  surplus(
    'reconciliation.equations',
    'more than the books say in our own wallets stops nothing',
    'AND acknowledged_at IS NULL AND stops',
    'AND acknowledged_at IS NULL AND raw < 0',
  ),
  deposit(
    'scan/deposit-scan.command',
    'two workers move the cursor',
    '{ from: cursor, to: last, head: head.number, at }))) moved(network);',
    '{ from: cursor, to: last, head: head.number, at }))) return false;',
  ),
  deposit(
    'scan/deposit-scan.command',
    'what is final is not looked at once more',
    'each.blockNumber === number && each.blockHash === hash).map',
    'each.blockNumber === number).map',
  ),
  deposit(
    'scan/deposit-scan.command',
    'blocks near the head are asked about by number',
    'if (!reading.chain.asksByHash)',
    'if (reading.chain.asksByHash)',
  ),
  deposit(
    'scan/chain-cursor.command',
    'what stood on exchanged blocks stays',
    'return orphanAfter(tx, network, to.number);',
    'return 0;',
  ),
  deposit(
    'scan/chain-cursor.command',
    'a chain that lags takes blocks back',
    'if (there !== undefined && (await stays(there))) return null;',
    '',
  ),
  deposit(
    'deposit.store',
    'an exchanged block’s deposits are credited',
    'AND status IN (${DEPOSIT_STATUS.SEEN}, ${DEPOSIT_STATUS.KEPT})`,\n    [network, number]',
    'AND status IN (${DEPOSIT_STATUS.CREDITED}) AND false`,\n    [network, number]',
  ),
  deposit(
    'credit-deposits.command',
    'what is credited is credited again',
    '.filter((each) => each.status === DEPOSIT_STATUS.KEPT && each.memberId === memberId)',
    '.filter((each) => each.memberId === memberId)',
    RACES,
  ),
  deposit(
    'credit-deposits.command',
    'less than the minimum is credited',
    "if (!reachesMinimum(amounts, minimumUnits)) return no('err_conflict');",
    '',
    RACES,
    BOOKS,
  ),
  rule(
    'chain/finality',
    'one confirmation less is enough',
    'Math.min(head - confirmations + 1, finalized)',
    'Math.min(head - confirmations + 2, finalized)',
    SCAN,
  ),
  rule(
    'chain/finality',
    'the chain’s own word on finality counts for nothing',
    'Math.min(head - confirmations + 1, finalized)',
    'Math.min(head - confirmations + 1, finalized + 1000)',
    `${MODULES}/deposit/scan/deposit-finality.test.ts`,
  ),
  {
    name: 'a node that does not have a block is believed about it',
    file: 'apps/server/src/outside/chain/evm.ts',
    from: 'if (isBehind) fail(',
    to: 'if (isBehind && toBlock < 0) fail(',
    tests: [LAG],
  },
];
