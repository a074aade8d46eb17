import type { Mutant } from './mutant.ts';

const SERVER = 'apps/server/src';

const passkey = (file: string, name: string, from: string, to: string): Mutant => ({
  name,
  file: file.includes('/') ? file : `${SERVER}/modules/passkey/${file}.ts`,
  from,
  to,
  tests: [
    `${SERVER}/modules/member/second-factor/passkey.test.ts`,
    `${SERVER}/modules/session/passkey-sign-in.test.ts`,
    `${SERVER}/modules/operator/operator-passkey.test.ts`,
  ],
});

export const passkeyMutants: readonly Mutant[] = [
  passkey(
    'passkey-assertion.step',
    'a copied passkey passes at its second try',
    'throw new CounterFell();',
    'return false;',
  ),
  passkey(
    'apps/server/src/modules/session/passkey-sign-in.command.ts',
    'a passkey that is taken away meanwhile opens a session',
    "if ((await findPasskey(tx, env.pepper, credentialId)) === null) return refuse('err_passkey_wrong');",
    '',
  ),
  passkey('passkey-assertion.step', 'a passkey challenge is answered twice', 'return again;', 'return true;'),
  passkey(
    'passkey-assertion.step',
    'a passkey of another owner will do',
    "  if (!isOwner(passkey.owner)) return 'wrong';\n",
    '',
  ),
  passkey('passkey-assertion.step', 'a passkey challenge is good for ever', '2 * MINUTE_MS', '2_000_000 * MINUTE_MS'),
  passkey(
    'passkey-assertion.step',
    'a passkey challenge is good for anything',
    '`passkey challenge for ${purpose}`',
    "`passkey challenge for ${purpose && ''}`",
  ),
  passkey('passkey-request.step', 'a passkey signs no body', "key ?? '', body);", "key ?? '');"),
  passkey('passkey-request.step', 'a passkey signs no key', "call, key ?? '', body);", 'call, body);'),
  passkey('passkey-request.step', 'a passkey signs no call', "owner, call, key ?? '', body", "owner, key ?? '', body"),
  passkey(
    'passkey-assertion.step',
    'a passkey that was answered too late counts as wrong',
    "isOver() ? 'over' : 'wrong'",
    "isOver() ? 'wrong' : 'wrong'",
  ),
  passkey(
    `${SERVER}/modules/operator/operator-passkey.command.ts`,
    'a passkey of an operator that is taken away meanwhile opens a session',
    "    if ((await findPasskey(tx, env.pepper, credentialId)) === null) return refuse('err_passkey_wrong');\n",
    '',
  ),
  passkey(
    `${SERVER}/modules/operator/operator-passkey.command.ts`,
    'a disabled operator signs in with a passkey',
    'operator === null || operator.disabledAt !== null',
    'operator === null',
  ),
  passkey(
    `${SERVER}/modules/operator/change-key.command.ts`,
    'other sessions of an operator outlive a new passkey',
    '    await endOtherOperatorSessions(tx, operator, at);\n',
    '',
  ),
  passkey('passkey.store', 'a counter may stand still', '(counter < $2 OR', '(counter <= $2 OR'),
  passkey(
    'passkey.store',
    'a passkey taken away meanwhile counts as copied',
    "? 'fell' : 'ended'",
    "? 'fell' : 'fell'",
  ),
  passkey(
    'passkey.store',
    'a passkey without our seal opens',
    'endedAt === null && isSealed(',
    'endedAt === null || isSealed(',
  ),
  passkey(
    'passkey.store',
    'whoever writes the table ends a passkey',
    '!isSealed(row.endSeal, endSeal(pepper, row.id, owner))',
    'row.endSeal === null',
  ),
  passkey(
    'apps/server/src/security/passkey.ts',
    'a passkey may answer for nobody in person',
    'requireUserVerification: true',
    'requireUserVerification: false',
  ),
  passkey('new-passkey.step', 'a passkey is kept in another session', '${owner} in ${session}', '${owner}'),
  passkey(
    'new-passkey.step',
    'the challenge of a new passkey is answered twice',
    "  if (!(await takeChallenge(tx, hash, expiresAt))) refuse('err_passkey_wrong');\n",
    '  await takeChallenge(tx, hash, expiresAt);\n',
  ),
];
