import { createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scrypt } from '@noble/hashes/scrypt.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningIntent, SigningRequest } from '../outside/signer/port.ts';
import { createSocketSigner } from '../outside/signer/socket.ts';
import { lockKey, unlockKey } from './keystore.ts';
import { keyInMemory, type SigningKey } from './key.ts';
import { readPolicy } from './policy.ts';
import { openRecord } from './record.ts';
import { serveSigner } from './server.ts';
import { readSignerSettings } from './settings.ts';
import { createSigning } from './signing.ts';
import { createWallet } from './wallet.ts';

const USDT = '0x55d398326f99059ff775485246999027b3197955';
const NFTS = '0x1111111111111111111111111111111111111111';
const OTHER = '0x2222222222222222222222222222222222222222';
const TO = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const ONE = 10n ** 18n;
const GWEI = 10n ** 9n;

const HOT = Buffer.from('4646464646464646464646464646464646464646464646464646464646464646', 'hex');
const SEED = Buffer.from('5d'.repeat(32), 'hex');
const HOT_ADDRESS = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';

const POLICY = {
  chains: [
    {
      chainId: 56,
      maxFeePerGas: `${5n * GWEI}`,
      maxGas: '300000',
      gasPerDay: `${ONE}`,
      contracts: [
        { address: USDT, function: 'transfer', maxAmount: `${500n * ONE}`, perDay: `${1000n * ONE}` },
        { address: NFTS, function: 'safeTransferFrom', perDay: '2' },
      ],
      topUp: { maxValue: `${ONE / 100n}`, perDay: `${ONE / 50n}` },
    },
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'minerx-signer-'));
let now = Date.parse('2026-11-22T12:00:00Z');
let files = 0;

/** A signer on a record of its own, or on that of another one. */
const signing = (
  file = join(folder, `record-${(files += 1)}`),
  policy: object = POLICY,
  hot: SigningKey = keyInMemory(HOT),
) => {
  const record = openRecord(file);
  const wallet = createWallet(hot, SEED);
  const sign = createSigning({ wallet, policy: readPolicy(JSON.stringify(policy)), record, now: () => now });
  return { sign, record, file };
};

const transfer = (amount = ONE, to = TO): SigningIntent => ({ kind: 'transfer', contract: USDT, to, amount });
const item = (tokenId: bigint): SigningIntent => ({ kind: 'safeTransferFrom', contract: NFTS, to: TO, tokenId });
const request = (requestId: string, nonce: number, more: Partial<SigningRequest> = {}): SigningRequest => ({
  requestId,
  chainId: 56,
  nonce,
  intent: transfer(),
  gas: 80_000n,
  maxFeePerGas: 2n * GWEI,
  maxPriorityFeePerGas: GWEI,
  ...more,
});

/** What viem 2.57.0 makes of the same transactions, signed by the same keys. */
const BY_VIEM = {
  transfer: [
    '0x02f8af3880843b9aca008477359400830138809455d398326f99059ff775485246999027b319795580b844a9059cbb0000',
    '000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed0000000000000000000000000000000000000000',
    '0000000000000000075bcd15c001a0fb7066df87665be45cdde83155323cb3186439fe5f1a23b1dc053facbf9d70eb9f0fa5',
    'cad168a32eca581e95621be337934a7aab559f1388e100f1f106e817ec',
  ].join(''),
  item: [
    '0x02f8d03801843b9aca0084773594008301388094111111111111111111111111111111111111111180b86442842e0e0000',
    '000000000000000000009d8a62f656a8d1615c1294fd71e9cfb3e4855a4f0000000000000000000000005aaeb6053f3e94c9',
    'b9a09f33669435e7ef1beaed0000000000000000000000000000000000000000000000000000000000002c24c080a0312b4d',
    '2b5cac0646affaa767fbaa097d1d4f3e6094684bfb4c3d460a9fe4ba07a02d7fed19d630d028ba4a811c035f4e4e5d2af2a3',
    'a5b5659ebed56b54e441714d',
  ].join(''),
  sweep: [
    '0x02f8b1388180843b9aca008477359400830138809455d398326f99059ff775485246999027b319795580b844a9059cbb00',
    '00000000000000000000009d8a62f656a8d1615c1294fd71e9cfb3e4855a4f00000000000000000000000000000000000000',
    '00000000004563918244f40000c001a0835100e58f9b8c650989ee3f4041f6aa9af49d59a2122a91dfc8416b6c3fc0fba002',
    '089889dff5394a52d5a1d2ca6fd2ff11d15f3ae795e39ac89ee7f3076375f3',
  ].join(''),
  topUp: [
    '0x02f86f3882012c843b9aca00847735940083013880947292e409f2a0897183b8b9871933b660db9e2f388203e880c001a0',
    '519bbe6fb84eddf0dca73348a3a695f60f26271f4ebaa8f127a6b0329586e8f7a05121b6600fe0ddfaf8bb9452d4b969cb0f',
    '9cce359a032f818f870f5896568dcf',
  ].join(''),
  fill: [
    '0x02f86e3883011170843b9aca00847735940083013880949d8a62f656a8d1615c1294fd71e9cfb3e4855a4f8080c001a0ae',
    '37837cbfd449e11b7e31ff77ca902e4a8af639615c4766cc4e7c3d7f1bb512a06e69c0e18d290594380f318af5ce54b03b61',
    '18054b1cb0a747e36d18d14a10a5',
  ].join(''),
};

describe('what the signer signs', () => {
  const { sign } = signing();

  it.each<[keyof typeof BY_VIEM, number, SigningIntent]>([
    ['transfer', 0, transfer(123_456_789n)],
    ['item', 1, item(11_300n)],
    ['sweep', 128, { kind: 'sweep', contract: USDT, index: 7, amount: 5n * ONE }],
    ['topUp', 300, { kind: 'topUp', index: 7, value: 1000n }],
    ['fill', 70_000, { kind: 'fill' }],
  ])('%s: the bytes that another library makes of it', async (name, nonce, intent) => {
    expect((await sign(request(name, nonce, { intent }))).raw).toBe(BY_VIEM[name]);
  });

  it('a request again with a higher fee: another transaction of the same nonce', async () => {
    const first = await sign(request('bumped', 500));
    expect(await sign(request('bumped', 500))).toEqual(first);
    const bumped = await sign(request('bumped', 500, { maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: 2n * GWEI }));
    expect(bumped.hash).not.toBe(first.hash);
  });
});

describe('what goes to a cold wallet of its own list', () => {
  it('counts against no cap, and leaves what members are paid as it was; other wallets have theirs', async () => {
    const cold = `0x${'C0'.repeat(20)}`;
    const { sign } = signing(undefined, { chains: [{ ...POLICY.chains[0], cold: [cold] }] });
    const to = (receiver: string, amount: bigint) => ({ intent: transfer(amount, receiver.toLowerCase()) });
    await sign(request('cold', 0, to(cold, 90_000n * ONE)));
    await sign(request('cold-2', 1, to(cold, 90_000n * ONE)));
    await sign(request('paid', 2, to(TO, 500n * ONE)));
    await sign(request('paid-2', 3, to(TO, 500n * ONE)));
    await expect(sign(request('paid-3', 4, to(TO, ONE)))).rejects.toThrow(/daily_amount/);
    await expect(sign(request('other', 4, to(OTHER, 90_000n * ONE)))).rejects.toThrow(/amount/);
    await expect(sign(request('nothing', 4, to(cold, 0n)))).rejects.toThrow(/amount/);
  });
});

describe('what the signer refuses', () => {
  const refused = async (
    sign: (request: SigningRequest) => Promise<unknown>,
    asked: SigningRequest,
  ): Promise<string> => {
    try {
      await sign(asked);
    } catch (error) {
      return (error as { code: string }).code;
    }
    return 'signed';
  };
  const { sign } = signing();

  it.each<[string, string, Partial<SigningRequest>]>([
    ['another token', 'contract', { intent: { ...transfer(), contract: OTHER } as SigningIntent }],
    ['a token as if it were the collection', 'contract', { intent: { ...item(1n), contract: USDT } as SigningIntent }],
    [
      'the collection as if it were a token',
      'contract',
      { intent: { ...transfer(1n), contract: NFTS } as SigningIntent },
    ],
    ['another chain', 'chain', { chainId: 1 }],
    ['a fee above the cap', 'fee', { maxFeePerGas: 5n * GWEI + 1n }],
    ['a tip above the fee', 'fee', { maxPriorityFeePerGas: 2n * GWEI + 1n }],
    ['gas above the cap', 'gas', { gas: 300_001n }],
    ['nothing to oneself for gas above the cap', 'gas', { gas: 300_001n, intent: { kind: 'fill' } }],
    ['coins for gas above the cap', 'gas', { gas: 300_001n, intent: { kind: 'topUp', index: 1, value: 1n } }],
    ['an amount above the cap of one transfer', 'amount', { intent: transfer(500n * ONE + 1n) }],
    ['nothing', 'amount', { intent: transfer(0n) }],
    ['nobody', 'receiver', { intent: transfer(ONE, `0x${'0'.repeat(40)}`) }],
    ['the token itself', 'receiver', { intent: transfer(ONE, USDT) }],
    ['the hot wallet', 'receiver', { intent: transfer(ONE, HOT_ADDRESS) }],
    ['more coins than a deposit address needs', 'amount', { intent: { kind: 'topUp', index: 1, value: ONE } }],
    ['a sweep of another token', 'contract', { intent: { kind: 'sweep', contract: OTHER, index: 1, amount: 1n } }],
  ])('%s', async (_, code, more) => {
    expect(await refused(sign, request('refused', 900, more))).toBe(code);
    // A refusal binds nothing.
    expect(await refused(signing().sign, request('refused', 900))).toBe('signed');
  });

  it('another request on a nonce that is given, and another nonce of a request', async () => {
    await sign(request('first', 1));
    expect(await refused(sign, request('second', 1))).toBe('nonce_taken');
    expect(await refused(sign, request('fill:56:1', 1, { intent: { kind: 'fill' } }))).toBe('nonce_taken');
    expect(await refused(sign, request('first', 2))).toBe('nonce_bound');
  });

  it('the same request for something else', async () => {
    await sign(request('third', 3));
    expect(await refused(sign, request('third', 3, { intent: transfer(2n * ONE) }))).toBe('intent_changed');
    expect(await refused(sign, request('third', 3, { intent: transfer(ONE, OTHER) }))).toBe('intent_changed');
  });

  it('more than a day may take, by asset, and signs again tomorrow', async () => {
    const { sign: fresh } = signing();
    await fresh(request('a', 1, { intent: transfer(500n * ONE) }));
    await fresh(request('b', 2, { intent: transfer(400n * ONE) }));
    // Fees may be raised as often as need be: the day has it counted once.
    for (let i = 1n; i < 20n; i += 1n)
      await fresh(request('b', 2, { intent: transfer(400n * ONE), maxFeePerGas: 2n * GWEI + i }));
    expect(await refused(fresh, request('c', 3, { intent: transfer(101n * ONE) }))).toBe('daily_amount');
    await fresh(request('d', 3, { intent: transfer(100n * ONE) }));
    await fresh(request('e', 4, { intent: item(1n) }));
    await fresh(request('f', 5, { intent: item(2n) }));
    expect(await refused(fresh, request('g', 6, { intent: item(3n) }))).toBe('daily_amount');
    now += 86_400_000;
    expect(await refused(fresh, request('g', 6, { intent: item(3n) }))).toBe('signed');
  });

  it('more gas than a day may burn', async () => {
    const { sign: fresh } = signing(undefined, {
      chains: [{ ...POLICY.chains[0], gasPerDay: `${3n * 80_000n * 2n * GWEI}` }],
    });
    for (const nonce of [1, 2, 3]) await fresh(request(`r${nonce}`, nonce, { intent: { kind: 'fill' } }));
    expect(await refused(fresh, request('r4', 4, { intent: { kind: 'fill' } }))).toBe('daily_gas');
  });

  it('what was raised above what a day may burn: each request counts once, by its dearest transaction', async () => {
    const day = 80_000n * GWEI;
    const fees = (gwei: bigint) => ({ intent: { kind: 'fill' } as const, maxFeePerGas: gwei * GWEI });
    const {
      sign: fresh,
      record,
      file,
    } = signing(undefined, {
      chains: [{ ...POLICY.chains[0], gasPerDay: `${6n * day}` }],
    });
    await fresh(request('raised', 1, fees(2n)));
    await fresh(request('raised', 1, fees(4n)));
    // No more than before, and what was signed stays signed.
    for (const gwei of [3n, 4n]) await fresh(request('raised', 1, fees(gwei)));
    expect(await refused(fresh, request('next', 2, fees(3n)))).toBe('daily_gas');
    await fresh(request('next', 2, fees(2n)));
    expect(await refused(fresh, request('raised', 1, fees(5n)))).toBe('daily_gas');
    record.close();
    const { sign: after } = signing(file, { chains: [{ ...POLICY.chains[0], gasPerDay: `${6n * day}` }] });
    expect(await refused(after, request('raised', 1, fees(5n)))).toBe('daily_gas');
    now += 86_400_000;
    expect(await refused(after, request('raised', 1, fees(5n)))).toBe('signed');
    expect(await refused(after, request('third', 3, fees(5n)))).toBe('signed');
    expect(await refused(after, request('fourth', 4, fees(2n)))).toBe('daily_gas');
  });

  it('after a restart the same as before', async () => {
    const before = signing();
    const signed = await before.sign(request('kept', 1, { intent: transfer(500n * ONE) }));
    await before.sign(request('kept2', 2, { intent: transfer(500n * ONE) }));
    expect(() => openRecord(before.file)).toThrow(/another signer works on it/);
    before.record.close();
    const { sign: after } = signing(before.file);
    expect(await after(request('kept', 1, { intent: transfer(500n * ONE) }))).toEqual(signed);
    expect(await refused(after, request('new', 1))).toBe('nonce_taken');
    expect(await refused(after, request('kept', 3, { intent: transfer(500n * ONE) }))).toBe('nonce_bound');
    expect(await refused(after, request('new', 3))).toBe('daily_amount');
  });
});

describe('the keystore', () => {
  it('is what the standard says, worked out by another library', () => {
    const key = randomBytes(32);
    const { crypto } = JSON.parse(lockKey(key, 'a long passphrase', 1024)) as {
      crypto: { ciphertext: string; mac: string; cipherparams: { iv: string }; kdfparams: { salt: string } };
    };
    const [ciphertext, iv, salt] = [crypto.ciphertext, crypto.cipherparams.iv, crypto.kdfparams.salt].map((hex) =>
      Buffer.from(hex, 'hex'),
    ) as [Buffer, Buffer, Buffer];
    const derived = scrypt('a long passphrase', salt, { N: 1024, r: 8, p: 1, dkLen: 32 });
    expect(Buffer.from(keccak_256(Buffer.concat([derived.subarray(16), ciphertext]))).toString('hex')).toBe(crypto.mac);
    const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
    expect(Buffer.concat([decipher.update(ciphertext), decipher.final()])).toEqual(key);
  });

  it('opens what it has locked, under the right passphrase only, and says neither secret', () => {
    const key = randomBytes(32);
    const text = lockKey(key, 'a long passphrase', 1024);
    expect(text).not.toContain(key.toString('hex'));
    expect(unlockKey(text, 'a long passphrase')).toEqual(key);
    expect(() => unlockKey(text, 'another')).toThrow(/^the passphrase is not its own$/);
    expect(() => unlockKey('{}', 'a long passphrase')).toThrow(/no keystore/);
  });

  it('is not read when others may read it', () => {
    const file = (name: string, text: string, mode: number): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    };
    const settings = (keystoreMode: number, passphraseMode: number) =>
      readSignerSettings({
        SIGNER_SOCKET: join(folder, 'x.sock'),
        SIGNER_RECORD: join(folder, 'x.record'),
        SIGNER_KEYSTORE: file(`key-${keystoreMode}`, lockKey(HOT, 'a long passphrase', 1024), keystoreMode),
        SIGNER_PASSPHRASE_FILE: file(`pass-${passphraseMode}`, 'a long passphrase\n', passphraseMode),
        SIGNER_POLICY: file('policy', JSON.stringify(POLICY), 0o644),
      });
    expect(settings(0o600, 0o600).wallet.hot.address).toBe(HOT_ADDRESS);
    expect(() => settings(0o640, 0o600)).toThrow(/SIGNER_KEYSTORE: others may read it/);
    expect(() => settings(0o600, 0o644)).toThrow(/SIGNER_PASSPHRASE_FILE: others may read it/);
  });
});

describe('the signer behind its socket', () => {
  const path = join(folder, 'signer.sock');
  const lines: Record<string, unknown>[] = [];
  let stop: () => void;

  beforeAll(async () => {
    const { sign } = signing();
    const state = { address: HOT_ADDRESS, chainIds: [56], xpub: null };
    const server = await serveSigner({ at: { path }, sign, state, log: (line) => lines.push(line) });
    stop = () => void server.close();
  });
  afterAll(() => stop());

  const say = async (text: string): Promise<string> => {
    const socket = connect(path).setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.write(text);
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
    socket.destroy();
    return typeof answer === 'string' ? answer : 'closed';
  };

  it('opens to its owner only', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('signs, refuses and describes itself over one connection, each answer to its own question', async () => {
    const signer = createSocketSigner({ path });
    const asked = await Promise.allSettled([
      signer.sign(request('s1', 1)),
      signer.sign(request('s2', 1)),
      signer.describe(),
      signer.sign(request('s3', 3, { intent: item(5n) })),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(asked[1]).toMatchObject({ reason: { code: 'nonce_taken' } });
    expect(asked[2]).toMatchObject({ value: { address: HOT_ADDRESS, chainIds: [56] } });
    signer.close();
  });

  it('refuses everything that is none of its messages', async () => {
    const good = JSON.parse(
      JSON.stringify(request('m', 50), (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ) as { intent: object };
    const bad = [
      'hello',
      '{"id":1}',
      '[]',
      JSON.stringify({ id: 1, sign: { ...good, nonce: -1 } }),
      JSON.stringify({ id: 1, sign: { ...good, gas: '0x10' } }),
      JSON.stringify({ id: 1, sign: { ...good, gas: `${2n ** 256n}` } }),
      JSON.stringify({ id: 1, sign: { ...good, data: '0xa22cb465' } }),
      JSON.stringify({ id: 1, sign: { ...good, intent: { kind: 'setApprovalForAll', contract: NFTS, to: TO } } }),
      JSON.stringify({ id: 1, sign: { ...good, intent: { ...good.intent, to: TO.slice(0, -1) } } }),
      JSON.stringify({ id: 1, raw: '0x00' }),
    ];
    for (const text of bad) expect(await say(`${text}\n`)).toContain('"malformed"');
  });

  it('hangs up on a line without an end', async () => {
    expect(await say('x'.repeat(5000))).toBe('closed');
  });

  it('writes down what it did, and no key or transaction', () => {
    const text = JSON.stringify(lines);
    expect(text).toContain('"request":"s1"');
    expect(text).toContain('"refused":"nonce_taken"');
    expect(text).not.toContain(HOT.toString('hex'));
    expect(text).not.toMatch(/0x02f8/);
  });

  it('a signer that is away is an outside failure, and one that comes back is used again', async () => {
    const away = createSocketSigner({ path: join(folder, 'nobody.sock') });
    await expect(away.describe()).rejects.toMatchObject({ reason: 'unreachable' });
    const { sign } = signing();
    const server = await serveSigner({
      at: { path: join(folder, 'nobody.sock') },
      sign,
      state: { address: TO, chainIds: [], xpub: null },
      log: () => undefined,
    });
    expect(await away.describe()).toEqual({ address: TO, chainIds: [], xpub: null });
    away.close();
    server.close();
    expect(readFileSync(join(folder, 'policy'), 'utf8')).toContain('perDay');
  });
});
