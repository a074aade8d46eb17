import type { NftWithdrawalEvent } from '@minerx/rules/nft-status';
import type { WithdrawalEvent } from '@minerx/rules/withdrawal';
import { LANGUAGE_CODES, localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { describe, expect, it } from 'vitest';
import { writeMail } from './mail.template.ts';
import type { AdjustedKind, MailData, MovedKind, QueuedMail } from './mail.store.ts';
import { MAIL_TEXTS } from './mail.texts.ts';

const WITHDRAWAL_EVENTS = Object.keys({
  asked: true,
  approved: true,
  sent: true,
  confirmed: true,
  rejected: true,
  cancelled: true,
  errored: true,
} satisfies Record<WithdrawalEvent, true>);
const NFT_WITHDRAWAL_EVENTS = Object.keys({
  asked: true,
  approved: true,
  sent: true,
  cancelled: true,
  rejected: true,
  errored: true,
} satisfies Record<NftWithdrawalEvent, true>);

const MOVED_KINDS = Object.keys({
  purchase: true,
  refund: true,
  activation: true,
  stake: true,
  unstake: true,
  prize: true,
} satisfies Record<MovedKind, true>);
const ADJUSTED_KINDS = Object.keys({ credit: true, debit: true } satisfies Record<AdjustedKind, true>);

const brand = {
  name: 'MinerX',
  logo: '/logo.svg',
  supportEmail: 'support@minerx.test',
  copyright: '© 2026 MinerX',
  operator: null,
};
const lifetimes = { codeMinutes: 10, resetMinutes: 30, freezeDays: 7 };
const freezeUrl = 'https://minerx.example/freezeAccount/abc';
const data: { [T in keyof MailData]: MailData[T] } = {
  signup_code: { code: '012345' },
  account_exists: {},
  reset_link: { url: 'https://minerx.example/resetPassword/abc' },
  password_changed: { at: '2026-11-20T10:12:00.000Z', until: '2026-11-22T10:12:00.000Z', freezeUrl },
  new_password: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  new_pin: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  factor_on: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  factor_off: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  passkey_on: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  passkey_off: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  new_recovery: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  recovery_used: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  lost_factor_code: { code: '012345' },
  factor_lost: { at: '2026-11-20T10:12:00.000Z', until: '2026-11-22T10:12:00.000Z', freezeUrl },
  present_email_code: { code: '012345', address: 'new@example.com', freezeUrl },
  new_email_code: { code: '012345' },
  email_taken: {},
  email_changed: {
    at: '2026-11-20T10:12:00.000Z',
    until: '2026-11-22T10:12:00.000Z',
    address: 'new@example.com',
    freezeUrl,
  },
  data_exported: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  deletion_code: { code: '012345', freezeUrl },
  account_deleted: { at: '2026-11-20T10:12:00.000Z' },
  account_frozen: { at: '2026-11-20T10:12:00.000Z' },
  account_unfrozen: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  operator_key: { kind: 'authenticator', at: '2026-11-20T10:12:00.000Z' },
  operator_invitation: { url: 'https://minerx.example/console/invitation?id=abc', until: '2026-11-22T10:12:00.000Z' },
  factor_locked: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  new_sign_in: {
    device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    at: '2026-11-20T10:12:00.000Z',
    freezeUrl,
  },
  sign_in_locked: { at: '2026-11-20T10:12:00.000Z' },
  pin_locked: { at: '2026-11-20T10:12:00.000Z', freezeUrl },
  withdrawal_code: {
    code: '012345',
    coin: 'USDT',
    network: 'BEP20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  },
  withdrawal_address: {
    coin: 'USDT',
    network: 'BEP20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    at: '2026-11-20T10:12:00.000Z',
    usableFrom: '2026-11-21T10:12:00.000Z',
    freezeUrl,
  },
  transfer_sent: { amount: '1234.50', coin: 'USDT', other: 'A••• T•••', at: '2026-11-20T10:12:00.000Z', freezeUrl },
  transfer_received: { amount: '1234.50', coin: 'USDT', other: 'A••• T•••', at: '2026-11-20T10:12:00.000Z', freezeUrl },
  swap_done: {
    amount: '1005.03',
    coin: 'USDT',
    arrived: '1000.00',
    other: 'CW',
    at: '2026-11-20T10:12:00.000Z',
    freezeUrl,
  },
  moved: {
    kind: 'purchase',
    count: 3,
    amounts: [
      { amount: '2400.00', coin: 'CW' },
      { amount: '1200.00', coin: 'RW' },
    ],
    at: '2026-11-20T10:12:00.000Z',
    freezeUrl,
  },
  adjusted: {
    kind: 'debit',
    count: 1,
    amounts: [{ amount: '12.50', coin: 'USDT' }],
    at: '2026-11-20T10:12:00.000Z',
    freezeUrl,
  },
  held_mails: {
    from: '2026-11-20T10:00:00.000Z',
    until: '2026-11-20T11:00:00.000Z',
    held: { transfer_sent: 3, transfer_received: 1240, deposit_credited: 2, swap_done: 1, moved: 4, notice: 5 },
    freezeUrl,
  },
  notice: {
    title: 'Miner is live',
    detail: 'X1-ABC',
    url: 'https://minerx.example/profile/notification/0190',
    freezeUrl,
  },
  withdraw_code: {
    code: '012345',
    amount: '777',
    coin: 'USDT',
    network: 'BEP20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  },
  withdrawal_event: {
    event: 'rejected',
    amount: '777',
    taken: '778',
    fee: '1',
    coin: 'USDT',
    network: 'BEP20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    hash: `0x${'ab'.repeat(32)}`,
    cause: 'address',
    hours: 24,
    at: '2026-11-20T10:12:00.000Z',
    freezeUrl,
  },
  nft_event: {
    event: 'rejected',
    nft: 'AOG #00042',
    network: 'BEP721',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    hash: `0x${'ab'.repeat(32)}`,
    cause: 'collection',
    fee: '5',
    hours: 24,
    at: '2026-11-20T10:12:00.000Z',
    freezeUrl,
  },
  deposit_credited: {
    amount: '25.00',
    coin: 'USDT',
    network: 'BEP20',
    at: '2026-11-20T12:00:00.000Z',
    freezeUrl,
  },
};
const templates = Object.keys(data) as (keyof MailData)[];
const mail = (template: keyof MailData, language: WireLanguage, name = 'Aisyah'): QueuedMail =>
  ({ template, language, to: { name, address: 'a@example.com' }, data: data[template] }) as QueuedMail;
const TELL_FEE: readonly string[] = ['asked', 'approved', 'sent'];
const fill = (text: string, fee: string, taken: string): string =>
  text.replace('{fee}', fee).replace('{taken}', taken).replaceAll('{coin}', 'USDT');
const present = (queued: QueuedMail) => writeMail(queued, { brand, mode: 'production' }, lifetimes);

describe('mails', () => {
  it('are complete in all ten languages: nothing empty, no mark left unfilled', () => {
    for (const code of LANGUAGE_CODES) {
      for (const template of templates) {
        const { subject, text, html } = present(mail(template, code));
        expect(subject).toContain('MinerX');
        expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|null/);
        expect(text).toContain(template.endsWith('_code') ? '\n012345\n' : '');
        expect(html).toContain(`<html lang="${localeOf(code)}">`);
        expect(subject.length).toBeLessThanOrEqual(100);
      }
    }
  });

  it('about a change carry the link that freezes the account, in every language', () => {
    const changes = templates.filter((template) => 'freezeUrl' in data[template]);
    expect(changes).toEqual([
      'password_changed',
      'new_password',
      'new_pin',
      'factor_on',
      'factor_off',
      'passkey_on',
      'passkey_off',
      'new_recovery',
      'recovery_used',
      'factor_lost',
      'present_email_code',
      'email_changed',
      'data_exported',
      'deletion_code',
      'account_unfrozen',
      'factor_locked',
      'new_sign_in',
      'pin_locked',
      'withdrawal_address',
      'transfer_sent',
      'transfer_received',
      'swap_done',
      'moved',
      'adjusted',
      'held_mails',
      'notice',
      'withdrawal_event',
      'nft_event',
      'deposit_credited',
    ]);
    for (const code of LANGUAGE_CODES)
      for (const template of changes) expect(present(mail(template, code)).text).toContain(`:\n${freezeUrl}\n`);
  });

  it('tell of each kind of movement with every amount', () => {
    for (const code of LANGUAGE_CODES) {
      const told = [
        ...MOVED_KINDS.map((kind) => ({ ...mail('moved', code), data: { ...data.moved, kind } })),
        ...ADJUSTED_KINDS.map((kind) => ({ ...mail('adjusted', code), data: { ...data.moved, kind } })),
      ];
      for (const each of told) {
        const { subject, text } = present(each as QueuedMail);
        expect(`${subject}${text}`).not.toMatch(/\{\w+\}|undefined|null/);
        for (const said of [subject, text]) expect(said).toMatch(/2\D?400\D00 CW \+ 1\D?200\D00 RW/);
      }
    }
  });

  it('tell of each step of a withdrawal with amount, address, and what it rests on', () => {
    for (const code of LANGUAGE_CODES)
      for (const event of WITHDRAWAL_EVENTS) {
        const sent = mail('withdrawal_event', code);
        const { subject, text } = present({ ...sent, data: { ...data.withdrawal_event, event } } as QueuedMail);
        expect(`${subject}${text}`).not.toMatch(/\{\w+\}|undefined|null/);
        expect(subject).toContain('777');
        expect(text).toContain(`\n${data.withdrawal_event.address}\n`);
        expect(text.includes(data.withdrawal_event.hash!)).toBe(event === 'sent' || event === 'confirmed');
        expect(text.includes('778')).toBe(event !== 'confirmed' && event !== 'errored');
        expect(text.includes(fill(MAIL_TEXTS[code].withdrawal_event.fee, '1', '778'))).toBe(TELL_FEE.includes(event));
        expect(text.includes(MAIL_TEXTS[code].withdrawal_event.causes.address)).toBe(event === 'rejected');
      }
  });

  it('of a demo say that they are', () => {
    for (const code of LANGUAGE_CODES) {
      const sent = mail('transfer_sent', code);
      const ofDemo = writeMail(sent, { brand, mode: 'demo' }, lifetimes);
      for (const said of [ofDemo.text, ofDemo.html]) expect(said).toContain(MAIL_TEXTS[code].demo);
      expect(present(sent).text).not.toContain(MAIL_TEXTS[code].demo);
    }
  });

  it('tell of each step of an NFT’s withdrawal with its name, address, and what it rests on', () => {
    for (const code of LANGUAGE_CODES)
      for (const event of NFT_WITHDRAWAL_EVENTS) {
        const sent = mail('nft_event', code);
        const { subject, text } = present({ ...sent, data: { ...data.nft_event, event } } as QueuedMail);
        expect(`${subject}${text}`).not.toMatch(/\{\w+\}|undefined|null/);
        expect(subject).toContain('AOG #00042');
        expect(text).toContain(`\n${data.nft_event.address}\n`);
        expect(text.includes(data.nft_event.hash!)).toBe(event === 'sent');
        expect(text.includes('5 USDT')).toBe(event !== 'sent' && event !== 'errored');
        expect(text.includes(MAIL_TEXTS[code].withdrawal_event.causes.network)).toBe(event === 'rejected');
      }
  });

  it('use the same marks in every language, so that no code, link or address is forgotten', () => {
    const marksOf = (texts: object): string[] =>
      Object.entries(texts).flatMap(([key, value]) =>
        typeof value === 'string'
          ? [`${key}: ${[...new Set(value.match(/\{\w+\}/g))].sort().join(' ')}`]
          : marksOf(value as object).map((mark) => `${key}.${mark}`),
      );
    for (const code of LANGUAGE_CODES) expect(marksOf(MAIL_TEXTS[code])).toEqual(marksOf(MAIL_TEXTS.en));
  });

  it('write what members typed as text, never as markup or as a mark of ours', () => {
    const { html, text } = present(mail('password_changed', 'en', '<b>{code}</b> & "co"'));
    expect(html).toContain('Hello &lt;b&gt;{code}&lt;/b&gt; &amp; &quot;co&quot;,');
    expect(html).not.toContain('<b>');
    expect(text).toContain('Hello <b>{code}</b> & "co",');
  });

  it('name the device in our words only', () => {
    const of = (device: string) =>
      present({ ...mail('new_sign_in', 'en'), data: { ...data.new_sign_in, device } } as QueuedMail).text;
    expect(of(data.new_sign_in.device)).toContain('Device: Safari, iPhone');
    expect(of('Visit https://evil.example now')).toContain('Device: unknown');
    expect(of('x')).toContain('Time: 20 November 2026 at 10:12 UTC');
  });

  it('greet strangers without a name', () => {
    expect(present(mail('signup_code', 'gr', '')).text).toMatch(/^Guten Tag,\n/);
    expect(present(mail('signup_code', 'gr')).text).toMatch(/^Guten Tag Aisyah,\n/);
  });
});
