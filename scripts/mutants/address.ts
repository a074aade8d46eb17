import type { Mutant } from './mutant.ts';

const rule = (file: string, name: string, from: string, to: string): Mutant => ({
  name,
  file: `packages/rules/src/${file}.ts`,
  from,
  to,
  tests: [`packages/rules/src/${file}.test.ts`, 'packages/rules/src/chain/withdrawal-network.test.ts'],
});

const SAVING = 'apps/server/src/modules/member/withdrawal-address/withdrawal-address.test.ts';

const saving = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/member/withdrawal-address/withdrawal-address.command.ts',
  from,
  to,
  tests: [SAVING],
});

const FACTOR_HOLD = 'apps/server/src/modules/member/security/factor-hold.test.ts';

const held = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'packages/rules/src/member/factor-hold.ts',
  from,
  to,
  tests: ['packages/rules/src/member/factor-hold.test.ts'],
});

export const addressMutants: readonly Mutant[] = [
  rule('chain/evm-address', 'a wrong checksum is taken', ' || text === checksummed(text)', ' || text !== ""'),
  rule('chain/evm-address', 'the checksum counts sevens as capitals', 'nibble >= 8', 'nibble >= 7'),
  rule(
    'chain/bech32',
    'a checksum of the other kind is taken',
    '(version === 0) !== (old !== undefined)',
    'version < 0',
  ),
  rule(
    'chain/bech32',
    'a program of any length is taken',
    'program.length < 2 || program.length > 40',
    'program.length < 1',
  ),
  rule('chain/withdrawal-network', 'the address that burns is taken', '&& !/^0x0{40}$/.test(text)', ''),
  rule(
    'chain/withdrawal-network',
    'a coin goes to a network that it has not',
    '[WALLET.USDT, [',
    '[WALLET.USDT, [NETWORK.OMNI, ',
  ),
  rule(
    'chain/withdrawal-network',
    'a saved address can be used at once',
    '=> savedAtMs + holdHours * HOUR_MS;',
    '=> savedAtMs;',
  ),
  rule('chain/withdrawal-network', 'a hash of another length is an address', 'payload.length !== 21 || ', ''),
  {
    name: 'a code need not be right',
    file: 'apps/server/src/modules/member/code-try.step.ts',
    from: 'if (!timingSafeEqual(',
    to: 'if (expiryClock.now() < 0 && !timingSafeEqual(',
    tests: [SAVING],
  },
  saving(
    'a code is good for any address',
    'confirms: `${walletId}/${network}/${address}`',
    'confirms: `${walletId}/${network}/${address}`.slice(0, 0)',
  ),
  saving(
    'a code is good twice',
    'if (!(await useCode(tx, codeId, at)))',
    'if (!(await useCode(tx, codeId, at)) && at.getTime() < 0)',
  ),
  saving(
    'who is frozen while the code travels saves an address',
    'const member = await requireActing(tx, memberId, at);\n      if',
    'const member = await lockMemberToMail(tx, memberId);\n      if',
  ),
  {
    name: 'the mail about a new address lets nobody freeze',
    file: 'apps/server/src/modules/member/account-mail.step.ts',
    from: 'await makeFreezeLink({ random, env }, tx, member.id, at)',
    to: 'env.publicUrl',
    tests: [FACTOR_HOLD],
  },
  {
    name: 'after a reset value leaves at once',
    file: 'apps/server/src/modules/member/outgoing.ledger.ts',
    from: 'return until === null',
    to: 'return until !== 0',
    tests: [FACTOR_HOLD],
  },
  held('a reset holds for an hour', 'FACTOR_HOLD_HOURS = 48', 'FACTOR_HOLD_HOURS = 1'),
  held(
    'the hold lasts a moment too short',
    'return nowMs < until ? until : null;',
    'return nowMs < until - 1 ? until : null;',
  ),
  held('an address saved before a reset goes on', 'resetAtMs < savedAtMs) return', 'resetAtMs > savedAtMs) return'),
  held(
    'an address waits after a reset no longer than the rest',
    'Math.max(usableAtMs - savedAtMs, HOLD_MS)',
    'HOLD_MS',
  ),
  saving('the same address again waits anew', 'if (before === address) return;', ''),
];
