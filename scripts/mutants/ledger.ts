import type { Mutant } from './mutant.ts';

const LEDGER = 'apps/server/src/ledger';
const BOOKS = `${LEDGER}/books.test.ts`;
const FUNNEL = `${LEDGER}/funnel.test.ts`;
const PURCHASE = 'apps/server/src/modules/purchase/purchase.test.ts';

const ledger = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `${LEDGER}/${file}.ts`,
  from,
  to,
  tests: tests.length === 0 ? [FUNNEL, PURCHASE] : tests,
});

const COMMANDS = 'apps/server/test/whole/commands-alone.test.ts';
const ORDER = 'apps/server/src/modules/order/order-command.test.ts';
const VOUCHER = 'apps/server/src/modules/voucher/voucher.test.ts';
const MARK = 'apps/server/src/db/database-mark.test.ts';

const voucher = (name: string, from: string, to: string, ...more: string[]): Mutant => ({
  name,
  file: 'apps/server/src/modules/voucher/voucher.command.ts',
  from,
  to,
  tests: [VOUCHER, ...more],
});

const placement = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/order/placement.ledger.ts',
  from,
  to,
  tests: ['apps/server/src/modules/order/placement.test.ts', PURCHASE],
});

export const ledgerMutants: readonly Mutant[] = [
  ledger(
    'state',
    'what gives something away goes on while a gate is closed',
    'return closed.find((code) => code !== null) ?? null;',
    'return null;',
    COMMANDS,
  ),
  {
    name: 'a kind of transfer goes on while the books do not hold',
    file: 'apps/server/src/modules/swap/swap.ledger.ts',
    from: "whenFrozen: 'waits',",
    to: "whenFrozen: 'goes on',",
    tests: [COMMANDS],
  },
  {
    name: 'an opened card that pays by no transfer does not wait for the books',
    file: 'apps/server/src/modules/blessing/blessing.command.ts',
    from: '  letsOut: true,\n',
    to: '',
    tests: ['apps/server/src/modules/blessing/blessing.test.ts'],
  },
  {
    name: 'rewards are credited while the books do not hold',
    file: 'apps/server/src/modules/reward/reward.command.ts',
    from: 'if (closed !== null) throw new Refusal(closed);',
    to: '',
    tests: ['apps/server/src/modules/reward/reward.test.ts'],
  },
  ledger(
    'books',
    'an account may be overdrawn',
    'if (after < 0n) fail',
    'if (after < -1_000_000_000_000_000n) fail',
    BOOKS,
  ),
  ledger(
    'books',
    'a posting crosses assets',
    "if (walletOf(source) !== walletId || walletOf(destination) !== walletId) fail('a posting stays within one asset');",
    '',
    BOOKS,
  ),
  ledger(
    'books',
    'a posting moves nothing or less',
    "if (amount <= 0n || source === destination) fail('a posting moves a positive amount between two accounts');",
    '',
    BOOKS,
  ),
  ledger(
    'table-rows',
    'the shared queue forgets its order',
    'while (at > 0 && list.compare(rows[at - 1]!, row) > 0) at -= 1;',
    'at = 0;',
    `${LEDGER}/table-rows.test.ts`,
  ),
  ledger(
    'table-rows',
    'who waits longest is not looked for',
    'rows.sort((a, b) => list.compare(a, b))',
    'rows',
    `${LEDGER}/table-rows.test.ts`,
    ORDER,
  ),
  ledger(
    'table-rows',
    'a device is given twice in a batch',
    '    leave(list, groups, before);\n',
    '',
    `${LEDGER}/table-rows.test.ts`,
  ),
  ledger(
    'table-rows',
    'a redeemed voucher can be redeemed again in the batch',
    'memory.rows.set(id, after);',
    '',
    ORDER,
  ),
  ledger(
    'batch',
    'another body under the same key gets the first answer',
    'return stored.fingerprint.equals(idempotency!.fingerprint)\n',
    'return stored.fingerprint.length > 0\n',
  ),
  ledger(
    'batch',
    'the answer of a neighbour in the batch is not found',
    'const stored = row ?',
    'const stored = (false as boolean) && row ?',
  ),
  ledger(
    'answers',
    'a refusal is kept though it says to try again',
    'refusalStatus(code) !== 503 && refusalStatus(code) !== 429',
    'refusalStatus(code) !== 429',
    FUNNEL,
    PURCHASE,
  ),
  ledger(
    'batch',
    'a refused command changes the books',
    'if (decision.ok) state.apply(decision.changes, id);',
    "if (decision.ok) state.apply(decision.changes, id);\n  else state.apply({ outbox: [{ topic: 'mail', payload: {} }] }, id);",
  ),
  ledger(
    'batch',
    'a lost answer to COMMIT counts as a failure',
    'if (progress.committing && isConnectionLoss(error)) {',
    'if (progress.committing && false) {',
  ),
  ledger(
    'funnel',
    'a command without a key runs again after an unknown COMMIT',
    '!unknown || command.idempotency !== null',
    'unknown || command.idempotency === null || true',
  ),
  ledger(
    'funnel',
    'a key stored by another process is a fault',
    " || (code === '23505' && constraint === 'command_pkey')",
    '',
  ),
  ledger('funnel', 'a deadlock is not tried again', "new Set(['40001', '40P01'])", "new Set(['40001'])"),
  ledger('audit', 'the chain forgets its predecessor', '    .update(previous)\n', '', `${LEDGER}/audit.test.ts`),
  ledger(
    'audit',
    'the hash leaves out why',
    'subject, reason, detail, ...written',
    "subject, '', detail, ...written",
    `${LEDGER}/audit.test.ts`,
  ),
  ledger('audit', 'the hash leaves out whose transaction it is', 'String(tx), ', "'', ", `${LEDGER}/audit.test.ts`),
  placement('a group is complete with nine', 'if (members.length < SHARED_GROUP_SIZE)', 'if (members.length < 1)'),
  placement('who queued later comes first', '[...queuedBefore, ...placed', '[...placed'),
  ledger(
    'account',
    'house and members share numbers',
    'ownerOf(account) < FIRST_MEMBER_OWNER',
    'ownerOf(account) < 0n',
    `${LEDGER}/account.test.ts`,
  ),
  {
    name: 'an order that waits is given up before its deadline',
    file: 'apps/server/src/modules/order/waiting-order.command.ts',
    from: 'order.holdDeadline !== null && order.holdDeadline.getTime() <= make.now.getTime()',
    to: 'order.holdDeadline !== null',
    tests: [ORDER],
  },
  {
    name: 'a stranger cancels an order',
    file: 'apps/server/src/modules/order/waiting-order.command.ts',
    from: "if (order === null || order.memberId !== memberId) return no('err_not_found');\n    const member",
    to: "if (order === null) return no('err_not_found');\n    const member",
    tests: [ORDER],
  },
  voucher('a voucher past its end is redeemed', '(hasBeenRedeemed || expiresAt === null || expiresAt > now)', 'true'),
  voucher(
    'a voucher is redeemed twice',
    'redeemedBy === null && ',
    '',
    'apps/server/src/modules/order/order-calls.test.ts',
  ),
  voucher('guesses of codes are not counted', 'else await returnAttempt(', 'await returnAttempt('),
  {
    name: 'a voucher below the least is made',
    file: 'apps/server/src/modules/voucher/voucher-batch.command.ts',
    from: "if (amountUnits < (await getSetting(tx, 'voucher_minimum'))) refuse('err_amount');",
    to: '',
    tests: ['apps/server/src/operator/settings.test.ts'],
  },
  {
    name: 'demo and production share a database',
    file: 'apps/server/src/db/database-mark.ts',
    from: 'if (found !== null && found !== purpose) throw',
    to: "if (found !== null && found !== purpose && found !== 'demo' && found !== 'production') throw",
    tests: [MARK],
  },
  {
    name: 'a demo is made among what is there',
    file: 'apps/server/src/db/database-mark.ts',
    from: 'if (found === null && !(await isEmpty(client)))',
    to: 'if (found !== found && !(await isEmpty(client)))',
    tests: [MARK],
  },
  {
    name: 'a half demo is emptied with strangers in it',
    file: 'apps/server/src/db/database-mark.ts',
    from: 'if (strangers > 0n)',
    to: 'if (strangers < 0n)',
    tests: [MARK],
  },
  {
    name: 'a purchase of before an upgrade does not find its answer',
    file: 'apps/server/src/modules/purchase/purchase.command.ts',
    from: 'amounts: { cw, rw, usdt, ...others } });',
    to: 'amounts });',
    tests: ['apps/server/test/input/fingerprints.test.ts'],
  },
];
