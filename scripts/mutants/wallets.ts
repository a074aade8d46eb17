import { inModule, MODULES, rule, type Mutant } from './mutant.ts';

const WITHDRAWALS = [`${MODULES}/withdrawal/withdrawal.test.ts`, `${MODULES}/withdrawal/withdrawal-leaves.test.ts`];
const PAYOUTS = `${MODULES}/payout/payout.test.ts`;
const RACES = 'apps/server/test/race/race-wallets.test.ts';
const BOOKS = 'apps/server/test/model/money-model.test.ts';
const COMMANDS = 'apps/server/test/whole/commands-alone.test.ts';

const withdrawal = inModule('withdrawal', ...WITHDRAWALS);
const UNSENT = `${MODULES}/payout/payout-unsent.test.ts`;
const SEEN = `${MODULES}/payout/payout-chain.test.ts`;
const payout = inModule('payout', UNSENT, SEEN, PAYOUTS);
const NUMBERS = `${MODULES}/payout/payout-number.test.ts`;
const number = inModule('payout', NUMBERS);
const swap = inModule('swap', `${MODULES}/swap/swap.test.ts`);

/** What goes out, and goes from one to the other. */
export const walletMutants: readonly Mutant[] = [
  withdrawal(
    'withdrawal.command',
    'a code is good for two requests',
    'code === null || code.used ||',
    'code === null ||',
  ),
  withdrawal(
    'withdrawal.command',
    'of a withdrawal the fee is not held',
    'postings: [{ walletId, source, destination, amount: takenUnits }],',
    'postings: [{ walletId, source, destination, amount: amountUnits }],',
  ),
  withdrawal(
    'withdrawal.command',
    'large ones need one operator',
    'twoOperators: amountUnits > twoOperatorsAboveUnits,',
    'twoOperators: false,',
  ),
  withdrawal(
    'withdrawal-review.command',
    'a member takes back another’s',
    'withdrawal === null || withdrawal.memberId !== memberId',
    'withdrawal === null',
    `${MODULES}/withdrawal/withdrawal-route.test.ts`,
  ),
  withdrawal(
    'withdrawal-review.command',
    'what is overdue by nothing goes back',
    '|| !isOverdue(withdrawal, make.now)',
    '',
  ),
  withdrawal(
    'withdrawal-end.ledger',
    'what goes back goes back without its fee',
    'amount: takenUnits(amountUnits, feeUnits),',
    'amount: amountUnits,',
  ),
  withdrawal(
    'withdrawal-payout.command',
    'an operator tells of what the worker sends',
    "if (view.get(payouts, id) !== null && command.actor !== PAYOUT_ACTOR) return no('err_conflict');",
    '',
    PAYOUTS,
    RACES,
  ),
  withdrawal(
    'withdrawal-payout.command',
    'without a proof it goes back from review',
    'if (withdrawal.status === WITHDRAWAL_STATUS.UNDER_REVIEW) return null;',
    '',
  ),
  withdrawal(
    'withdrawal-payout.command',
    'while payouts are frozen something is taken for proved',
    'return { ...command, letsOut: true };',
    'return command;',
    COMMANDS,
  ),
  withdrawal(
    'withdrawal.ledger',
    'what came back counts to the limit of the day',
    "AND status NOT IN (${RETURNED_STATUSES.join(', ')}) AND created_at",
    'AND created_at',
  ),
  rule(
    'withdrawal/withdrawal',
    'an errored one goes back to review',
    '[ERRORED]: [SENT, CONFIRMED, REJECTED],',
    '[ERRORED]: [SENT, CONFIRMED, REJECTED, UNDER_REVIEW],',
    BOOKS,
  ),
  rule('withdrawal/withdrawal', 'a confirmed one is given back', '[CONFIRMED]: [],', '[CONFIRMED]: [REJECTED],', BOOKS),
  rule(
    'withdrawal/withdrawal',
    'the same operator says yes twice',
    'if (firstApprover === input.operator)',
    "if (firstApprover === '')",
    BOOKS,
  ),
  rule(
    'withdrawal/withdrawal',
    'an old sight of it is approved',
    'if (revision !== input.revision)',
    'if (revision < input.revision)',
    BOOKS,
  ),
  rule(
    'withdrawal/withdrawal',
    'the limit of the day is one more',
    'if (amountUnits > limitLeft(terms, usedUnits))',
    'if (amountUnits > limitLeft(terms, usedUnits) + 1n)',
    BOOKS,
  ),

  payout(
    'payout.store',
    'a frozen gate gives numbers',
    'if (gate.forbidden !== null) return { waitsFor: gate.forbidden };',
    '',
  ),
  payout(
    'payout.store',
    'two payouts have one number',
    'next_nonce = greatest(w.next_nonce, $3) + 1 RETURNING',
    'next_nonce = greatest(w.next_nonce, $3) RETURNING',
    RACES,
  ),
  payout(
    'payout.store',
    'what an operator has told of is sent',
    "if (await isToldByHand(tx, id)) return { waitsFor: 'an operator has told what became of it' };",
    '',
    RACES,
  ),
  payout(
    'payout.store',
    'a transaction is kept for a number that the payout does not have',
    'WHERE id = $1 AND nonce = $2 AND status IN (${NUMBERED}, ${SENT})`,\n    [payoutId',
    'WHERE id = $1 AND $2::bigint >= 0 AND status IN (${NUMBERED}, ${SENT})`,\n    [payoutId',
    RACES,
  ),
  payout('payout-sign.command', 'what was not kept is told', 'if (!isKept) return false;', ''),
  number(
    'payout-sign.command',
    'a held payout whose number the signer does not fill is signed',
    "if (code !== 'nonce_taken') {",
    "if (code === 'malformed') {",
  ),
  number(
    'payout-sign.command',
    'one that may have been signed gives its number back',
    'if (holder === null || holder === payout.id) return false;',
    'if (holder === null) return false;',
  ),
  number(
    'payout-sign.command',
    'what is held keeps the number from all others',
    'if (await letGo(dependencies, chain, payout, held)) return false;',
    'return false;',
  ),
  number('payout-sign.command', 'a fill takes another number', " || kind === 'fill')", ')'),
  number('payout-sign.command', 'what the signer knows stays unknown', 'await goOnWith(pool, payout, holder);', ''),
  payout(
    'payout-sign.command',
    'a key that is gone signs',
    'if (!isOurs(payout, sender)) {',
    "if (payout.sender === '') {",
  ),
  payout('payout-follow.command', 'one that is mined counts as final', 'if (!final) return;', ''),
  payout(
    'payout-follow.command',
    'one that nobody can explain waits for ever',
    'return dependencies.endings.errored(payout);\n  }',
    'return;\n  }',
  ),
  payout(
    'payout-follow.command',
    'what a contract says nothing of is confirmed',
    "if (outcome === 'moved') return",
    "if (outcome !== 'reverted') return",
  ),
  payout('payout-chain', 'a failed transaction has moved', "if (!succeeded) return 'reverted';", ''),
  payout(
    'payout-chain',
    'another’s transaction counts as ours',
    'found.to === call.to && meaning(payout, found.data) === meaning(payout, call.data);',
    'found.to === call.to;',
  ),
  payout(
    'payout-chain',
    'a block that was exchanged counts as final',
    'const final = deep && (await chain.block(blockNumber))?.hash === blockHash;',
    'const final = deep;',
  ),
  payout(
    'payout-send.command',
    'one refusal is believed',
    'const REFUSALS_BELIEVED = 2;',
    'const REFUSALS_BELIEVED = 1;',
  ),
  payout(
    'payout-send.command',
    'what is promised already is promised again',
    'return held - taken < intent.amount',
    'return held < intent.amount',
  ),
  payout(
    'payout-end.command',
    'a payout ends twice',
    "if (!canMovePayout(payout.status, status)) return no('err_conflict');",
    '',
  ),
  {
    name: 'a sent withdrawal is told without its payout’s end',
    file: 'apps/server/src/jobs/chain/payouts.ts',
    from: "return run(withPayout(confirmSent(id, by('Final on the chain'), hash), id, CONFIRMED));",
    to: "return run(confirmSent(id, by('Final on the chain'), hash));",
    tests: [PAYOUTS],
  },

  swap('swap.query', 'a quote of another is taken', 'AND member_id = $2', 'AND $2::bigint > 0'),
  swap('swap.command', 'the fee stays in the liquidity', '...feePosting(to, feeUnits),', '', BOOKS),
  rule(
    'wallet/swap',
    'a quote is taken twice',
    'if (quote.taken || !isPromised',
    'if (!isPromised',
    'apps/server/src/modules/swap/swap.test.ts',
  ),
  rule(
    'wallet/swap',
    'a quote stands in its last moment',
    'now.getTime() >= quote.expiresAt.getTime()',
    'now.getTime() > quote.expiresAt.getTime()',
    BOOKS,
  ),
  rule(
    'wallet/swap',
    'the fee is promised and not there',
    'return liquidityUnits < quote.arrivesUnits + quote.feeUnits ?',
    'return liquidityUnits < quote.arrivesUnits ?',
    BOOKS,
  ),
  rule(
    'wallet/swap',
    'the fee is rounded in the member’s favour',
    'const feeUnits = ceilToPrecision(mulDivCeil(gross',
    'const feeUnits = floorToPrecision(mulDivCeil(gross',
    BOOKS,
  ),
  swap(
    'liquidity.command',
    'one operator is enough',
    "if (change.proposedBy === actor) return no('err_second_operator');",
    '',
    BOOKS,
  ),
  swap(
    'liquidity.command',
    'more is taken out than there is',
    "if (after < 0n) return no('err_insufficient_balance');",
    '',
    BOOKS,
  ),

  rule(
    'wallet/transfer',
    'a member sends to themselves',
    "if (receiver?.id === senderId) return { ok: false, refusal: 'err_transfer_self' };",
    '',
    BOOKS,
  ),
  rule(
    'wallet/transfer',
    'a frozen member receives',
    'receiver === null || receiver.frozen',
    'receiver === null',
    'apps/server/src/modules/transfer/transfer.test.ts',
  ),
  rule(
    'wallet/transfer',
    'more is sent than there is',
    'if (balanceUnits < amountUnits)',
    'if (balanceUnits < 0n)',
    BOOKS,
  ),
];
