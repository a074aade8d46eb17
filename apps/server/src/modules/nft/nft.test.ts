import { randomUUID } from 'node:crypto';
import { nftGetById, nftOwned, nftWithdrawHistory } from '@minerx/contract/nft';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../../../test/app.ts';
import { giveAddress } from '../../../test/chain/made-up-address.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, mailsOf, PIN, register, signIn } from '../../../test/people.ts';
import { listBreaksInAudit } from '../integrity/audit-chain.query.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OURS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let app: TestApp;
let email: string;
let memberId: bigint;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await testApp();
  const person = await register(app);
  ({ email, memberId } = person);
  headers = bearer((await signIn(app, person)).accessToken);
  const credit = { memberId: person.memberId, walletId: WALLET.USDT, amountUnits: unitsOf('100') };
  await app.context.funnel.run(creditMember({ ...credit, reason: 'test', actor: 'operator:test' }));
}, 60_000);
afterAll(() => app.close());

/** Runs a line of the shell and gives what it printed. */
const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
const complaint = (...words: string[]): Promise<string> => shellRefusal(app.context, words);
const why = ['--reason', 'test'];
const owned = async (page = 1, pageSize?: number) =>
  z.parse(
    nftOwned.result,
    (await call(app, 'POST', 'nft/owned', { page, ...(pageSize ? { pageSize } : {}) }, headers)).body.result,
  );
const history = async () =>
  z.parse(nftWithdrawHistory.result, (await call(app, 'POST', 'nft/withdraw/history', {}, headers)).body.result);
const withdraw = (id: string, more: Record<string, unknown> = {}, key = randomUUID()) =>
  call(
    app,
    'POST',
    'nft/withdraw',
    { id, network_type: 'BEP721', withdrawal_address: ADDRESS, member_security_pin: PIN, ...more },
    { ...headers, 'idempotency-key': key },
  );

describe('own NFTs', () => {
  // proves 7: POST nft/owned
  it('come eight a page, those that came last first, with picture, category in ten languages and state', async () => {
    for (const token of [1, 10_001, 11_001, 2, 3, 4, 5, 6, 7]) {
      app.clock.advance(1000);
      await shell('nft', 'issue', '--email', email, '--token', String(token), ...why);
    }
    const { data, paginator } = await owned();
    expect(paginator).toEqual({ page: 1, pageSize: 8, total: 9 });
    expect(data.map(({ nft_name }) => nft_name)).toEqual(
      [7, 6, 5, 4, 3, 2, 11_001, 10_001].map((token) => `AOG #${String(token).padStart(5, '0')}`),
    );
    expect(data[7]).toMatchObject({
      nft_image: '/api/nft/picture/10001.svg',
      nft_category: 'legendary',
      nft_category_name: 'Legendary',
      nft_category_name_gr: 'Legendär',
      nft_category_name_th: 'ตำนาน',
      nft_status: 1,
      nft_withdraw_status: null,
      nft_withdraw_address: null,
    });
    expect((await owned(2)).data).toHaveLength(1);
  });

  // proves 7: GET nft/getById
  it('open one by one, and a text that is no id answers like one that is not there', async () => {
    const [first] = (await owned()).data;
    const { body } = await call(app, 'GET', `nft/getById?id=${first!.id}`, undefined, headers);
    expect(z.parse(nftGetById.result, body.result).nft).toEqual(first);
    for (const id of ['x', '01900000-0000-7000-8000-000000000000'])
      expect((await call(app, 'GET', `nft/getById?id=${id}`, undefined, headers)).body.err_code).toBe('err_not_found');
  });
});

describe('the withdrawal call', () => {
  // proves 5: NFT withdrawal: network, address and PIN required
  // proves 7: POST nft/withdraw
  // proves 9: NFT withdrawal network fixed to BEP721
  // proves 8: err_idempotency_key
  // proves 8: err_nft_receiver
  it('needs network, address and PIN, each with its own code', async () => {
    const [nft] = (await owned()).data;
    const wrong: [Record<string, unknown>, Record<string, string>][] = [
      [{ network_type: 'BEP20' }, { network_type: 'err_withdrawal_network' }],
      [{ network_type: undefined }, { network_type: 'err_required' }],
      [{ withdrawal_address: undefined }, { withdrawal_address: 'err_required' }],
      [{ withdrawal_address: ADDRESS.replace('5aAe', '5AAe') }, { withdrawal_address: 'err_withdrawal_address' }],
      [{ withdrawal_address: `0x${'0'.repeat(40)}` }, { withdrawal_address: 'err_withdrawal_address' }],
      [{ member_security_pin: undefined }, { member_security_pin: 'err_required' }],
      [{ member_security_pin: '12345' }, { member_security_pin: 'err_pin_rule' }],
    ];
    for (const [more, fields] of wrong) {
      const { status, body } = await withdraw(nft!.id, more);
      expect([status, body.err_code, body.err_fields]).toEqual([400, 'err_validation', fields]);
    }
    // An address that we gave out for deposits: the item would be lost there.
    await giveAddress(app.context.pool, memberId, OURS);
    const lost = await withdraw(nft!.id, { withdrawal_address: OURS.toLowerCase() });
    expect(lost.body.err_fields).toEqual({ withdrawal_address: 'err_nft_receiver' });
    // A wallet of ours, which the signer sends nothing to.
    const hot = `0x${'2'.repeat(40)}`;
    await app.context.pool.query('INSERT INTO payout_wallet VALUES (31337, $1, 0)', [hot]);
    const kept = await withdraw(nft!.id, { withdrawal_address: hot });
    expect(kept.body.err_fields).toEqual({ withdrawal_address: 'err_nft_receiver' });
    const { status, body } = await withdraw(nft!.id, { member_security_pin: '000000' });
    expect([status, body.err_code]).toEqual([422, 'err_pin_wrong']);
    const bare = { id: nft!.id, network_type: 'BEP721', withdrawal_address: ADDRESS, member_security_pin: PIN };
    expect((await call(app, 'POST', 'nft/withdraw', bare, headers)).body.err_code).toBe('err_idempotency_key');
    expect((await history()).data).toEqual([]);
  });

  // proves 7: POST nft/withdraw/history
  // proves 8: err_nft_status
  // proves 4: NFT can be withdrawn only in status 1
  it('holds the fee, answers a second time the same under the same key, and shows in the history', async () => {
    const [nft] = (await owned()).data;
    const key = randomUUID();
    const first = await withdraw(nft!.id, {}, key);
    expect(await withdraw(nft!.id, {}, key)).toMatchObject({ status: 200, body: first.body });
    expect((await withdraw(nft!.id)).body.err_code).toBe('err_nft_status');
    const { data, paginator } = await history();
    expect(paginator.total).toBe(1);
    expect(data[0]).toMatchObject({
      nft_id: nft!.id,
      nft_name: nft!.nft_name,
      nft_withdraw_status: 0,
      nft_withdraw_fee: '5',
      nft_withdraw_network_type: 'BEP721',
      nft_withdraw_address: ADDRESS,
      nft_withdraw_cause: null,
      nft_withdraw_hash: null,
      simulated_chain_id: null,
    });
    expect((await owned()).data[0]).toMatchObject({ nft_status: 2, nft_withdraw_status: 0, nft_withdraw_fee: '5' });
    await expectCoherentLedger(app.context.pool);
  });

  // proves 9: NFT handling fee is the setting
  it('says what the fee is now when the member saw another one', async () => {
    const nft = (await owned()).data[1]!;
    const { status, body } = await withdraw(nft.id, { nft_withdraw_fee: '4' });
    expect([status, body.err_code]).toEqual([409, 'err_amount_changed']);
    expect(body).toMatchObject({ err_details: { needed: '5' } });
  });
});

describe('at the shell', () => {
  it('withdrawals are listed, rejected with a cause, approved by one or by two, and get their transaction', async () => {
    const { id } = (await history()).data[0]!;
    expect(await shell('nft', 'list')).toContain(`${id} AOG #00007 rare`);
    expect(await complaint('nft', 'reject', '--id', id, '--cause', 'expired', ...why)).toContain('--cause must be one');
    expect(await shell('nft', 'reject', '--id', id, '--cause', 'address', ...why)).toContain('5 USDT went back');
    expect(await complaint('nft', 'reject', '--id', id, '--cause', 'address', ...why)).toContain('decided already');
    expect((await history()).data[0]).toMatchObject({ nft_withdraw_status: 9, nft_withdraw_cause: 'address' });
    expect(await shell('nft', 'list')).toBe('No NFT withdrawal waits.');

    const legendary = (await owned(1, 100)).data.find(({ nft_category }) => nft_category === 'legendary')!;
    app.clock.advance(1000);
    const second = String((await withdraw(legendary.id)).body.result!['id']);
    expect(await complaint('nft', 'hash', '--id', second, '--hash', `0x${'a'.repeat(64)}`, ...why)).toContain(
      'Only an approved',
    );
    expect(await shell('nft', 'approve', '--id', second, ...why)).toContain('second operator');
    expect(await shell('nft', 'list')).toContain('ana@minerx.test said yes');
    expect(await complaint('nft', 'approve', '--id', second, ...why)).toContain('somebody else');
    expect(await runShell(app.context, ['nft', 'approve', '--id', second, ...why], 'operator:ben')).toContain(
      'may be sent',
    );
    expect(await complaint('nft', 'hash', '--id', second, '--hash', '0x12', ...why)).toContain('64 hexadecimal');
    await shell('nft', 'hash', '--id', second, '--hash', `0x${'A'.repeat(64)}`, ...why);
    expect((await history()).data[0]).toMatchObject({
      nft_withdraw_status: 1,
      nft_withdraw_hash: `0x${'a'.repeat(64)}`,
      nft_withdraw_hash_url: null,
    });
    const explorer = 'https://bscscan.com/tx/{hash}';
    expect(await shell('withdrawal', 'network', '--network', 'BEP721', '--explorer', explorer, ...why)).toBe('Set.');
    expect((await history()).data[0]).toMatchObject({
      nft_withdraw_hash_url: `https://bscscan.com/tx/0x${'a'.repeat(64)}`,
    });
    expect(await shell('nft', 'list', '--all', 'yes')).toContain('approved');
    await expectCoherentLedger(app.context.pool);
  });

  it('a token is given once, by number or by category, and one that was kept back is released', async () => {
    expect(await complaint('nft', 'issue', '--email', email, ...why)).toContain('--token or --category');
    expect(await complaint('nft', 'issue', '--email', email, '--token', '1', ...why)).toContain('holds this token');
    expect(await complaint('nft', 'issue', '--email', email, '--token', '11301', ...why)).toContain('no token 11301');
    expect(await complaint('nft', 'issue', '--email', email, '--category', 'common', ...why)).toContain('one of rare');
    expect(await shell('nft', 'issue', '--email', email, '--category', 'mythic', ...why)).toContain('AOG #11002');
    expect(await complaint('nft', 'release', '--token', '1', ...why)).toContain('not kept back');
    const nft = (await owned(1, 100)).data.find(({ nft_name }) => nft_name === 'AOG #00001')!;
    const id = String((await withdraw(nft.id)).body.result!['id']);
    await shell('nft', 'reject', '--id', id, '--cause', 'collection', '--keep', 'yes', ...why);
    expect((await withdraw(nft.id)).body.err_code).toBe('err_nft_status');
    await shell('nft', 'release', '--token', '1', ...why);
    expect((await withdraw(nft.id)).status).toBe(200);
  });

  it('fee and second operators are settings, with before and after on the audit log', async () => {
    expect(await complaint('nft', 'terms', ...why)).toContain('--fee, --second');
    expect(await complaint('nft', 'terms', '--fee', '1.005', ...why)).toContain('2 decimals');
    await shell('nft', 'terms', '--fee', '7.25', '--second', 'none', ...why);
    const { body } = await call(app, 'GET', 'member/profile', undefined, headers);
    expect(body.result!['member']).toMatchObject({ system_setting: { nft_withdraw_fee: '7.25' } });
    const mythic = (await owned(1, 100)).data.find(({ nft_category }) => nft_category === 'mythic')!;
    const id = String((await withdraw(mythic.id)).body.result!['id']);
    expect(await shell('nft', 'approve', '--id', id, ...why)).toContain('may be sent');
    const { rows } = await app.context.pool.query(`SELECT detail FROM audit WHERE action = 'nft.terms' ORDER BY id`);
    expect(rows).toEqual([
      { detail: { before: '5', after: '7.25' } },
      { detail: { before: ['legendary', 'mythic'], after: [] } },
    ]);
    expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
    await expectCoherentLedger(app.context.pool);
  });
});

describe('the mails about a withdrawal', () => {
  it('tell each step in the member’s language, and their link freezes the account', async () => {
    await app.context.pool.query(`UPDATE member SET language = 'gr' WHERE id = $1`, [memberId]);
    app.clock.advance(1000);
    await shell('nft', 'issue', '--email', email, '--token', '8', ...why);
    const nft = (await owned()).data[0]!;
    const id = String((await withdraw(nft.id)).body.result!['id']);
    const cancel = { ...headers, 'idempotency-key': randomUUID() };
    expect((await call(app, 'POST', 'nft/withdraw/cancel', { id }, cancel)).status).toBe(200);
    const again = String((await withdraw(nft.id)).body.result!['id']);
    await shell('nft', 'reject', '--id', again, '--cause', 'collection', ...why);
    // The news of a withdrawal becomes a mail, and the mail goes out.
    await mailsOf(app);
    const mails = (await mailsOf(app)).filter(({ subject }) => subject?.includes(nft.nft_name));
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `MinerX: Auszahlung von ${nft.nft_name} abgelehnt`,
      `MinerX: Auszahlung von ${nft.nft_name} beantragt`,
      `MinerX: Auszahlung von ${nft.nft_name} beantragt`,
      `MinerX: Auszahlung von ${nft.nft_name} zurückgezogen`,
    ]);
    for (const { text } of mails) expect(text).toContain(`\n${ADDRESS}\n`);
    const rejected = mails.find(({ subject }) => subject?.includes('abgelehnt'))?.text ?? '';
    expect(rejected).toContain('Das Netzwerk hat sie nicht ausgeführt.');
    const link = /\/freezeAccount\/(\S+)/.exec(rejected)![1];
    expect((await call(app, 'POST', 'member/freeze', { id: link })).status).toBe(200);
    expect((await call(app, 'POST', 'nft/owned', {}, headers)).status).not.toBe(200);
  });
});
