import type { NftRejectionCause } from '@minerx/rules/nft-status';
import type { WithdrawalEvent } from '@minerx/rules/withdrawal';
import { formatsOf, type WireLanguage } from '@minerx/rules/wire-language';
import { figure } from '../../base/figure.ts';
import type { Env } from '../../env/env.ts';
import { deletionCode, emailCode, lostFactorCode, signupCode, withdrawalCode } from './code-mails.ts';
import { deviceLabel } from './device-label.ts';
import {
  freezeParts,
  freezing,
  paragraph,
  type Content,
  type Lifetimes,
  type MailOf,
  type Values,
} from './mail-content.ts';
import { asHtml, type Part } from './mail.html.ts';
import { TOLD_TOGETHER, type QueuedMail } from './mail.store.ts';
import { MAIL_TEXTS, type MailTexts } from './mail.texts.ts';

/** A mail as it goes out, in one language. */
interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes a queued mail in its language, as plain text and as HTML.
 * @param mode a mail of a demo says that it is one: it may be read far from the demo's screens
 */
export const writeMail = (
  mail: QueuedMail,
  { brand, mode }: Pick<Env, 'brand' | 'mode'>,
  lifetimes: Lifetimes,
): ComposedMail => {
  const texts = MAIL_TEXTS[mail.language];
  const known: Values = { brand: brand.name, support: brand.supportEmail, name: mail.to.name };
  const { subject, parts, values } = contentOf(mail, texts, lifetimes);
  const say = (text: string): string => fill(text, { ...known, ...values });
  const greeting = say(mail.to.name === '' ? texts.greeting : texts.greetingNamed);
  const said = parts.map((part) => ({ ...part, text: say(part.text) }));
  const footer = say(mode === 'demo' ? `${texts.demo} ${texts.footer}` : texts.footer);
  return {
    subject: say(subject),
    text: [greeting, ...said.map(asText), '--', footer, brand.copyright].join('\n\n') + '\n',
    html: asHtml({ language: mail.language, brand, title: say(subject), greeting, parts: said, footer }),
  };
};

const contentOf = (mail: QueuedMail, texts: MailTexts, lifetimes: Lifetimes): Content => {
  switch (mail.template) {
    case 'signup_code':
      return signupCode(mail, texts, lifetimes);
    case 'withdrawal_code':
      return withdrawalCode(mail, texts, lifetimes);
    case 'account_exists':
    case 'email_taken':
      return knownAddress(mail, texts);
    case 'present_email_code':
    case 'new_email_code':
      return emailCode(mail, texts, lifetimes);
    case 'reset_link':
      return resetLink(mail, texts, lifetimes);
    case 'password_changed':
    case 'new_password':
    case 'new_pin':
    case 'factor_on':
    case 'factor_off':
    case 'passkey_on':
    case 'passkey_off':
    case 'new_recovery':
    case 'factor_lost':
    case 'email_changed':
      return changedFactors(mail, texts, lifetimes);
    case 'operator_invitation':
      return invitation(mail, texts);
    case 'operator_key':
      return changedKey(mail, texts);
    case 'new_sign_in':
      return newSignIn(mail, texts, lifetimes);
    case 'deletion_code':
      return deletionCode(mail, texts, lifetimes);
    case 'account_deleted':
    case 'account_frozen':
    case 'sign_in_locked':
      return closed(mail, texts);
    case 'lost_factor_code':
      return lostFactorCode(mail, texts, lifetimes);
    case 'pin_locked':
    case 'factor_locked':
    case 'recovery_used':
    case 'data_exported':
    case 'account_unfrozen':
      return toldSecret(mail, texts, lifetimes);
    case 'withdrawal_address':
      return savedAddress(mail, texts, lifetimes);
    case 'deposit_credited':
      return creditedDeposit(mail, texts, lifetimes);
    case 'transfer_sent':
    case 'transfer_received':
      return transfer(mail, texts, lifetimes);
    case 'swap_done':
      return swap(mail, texts, lifetimes);
    case 'moved':
    case 'adjusted':
      return moved(mail, texts, lifetimes);
    case 'nft_event':
      return nftEvent(mail, texts, lifetimes);
    case 'withdraw_code':
      return confirmation(mail, texts, lifetimes);
    case 'withdrawal_event':
      return withdrawalEvent(mail, texts, lifetimes);
    case 'held_mails':
      return heldMails(mail, texts, lifetimes);
    case 'notice':
      return notice(mail, texts, lifetimes);
  }
};

/** Somebody typed the address of an account, to make one or to move one there. */
const knownAddress = ({ template }: MailOf<'account_exists' | 'email_taken'>, texts: MailTexts): Content => {
  const { subject, lead } = texts[template];
  const { advice, ignore } = texts.account_exists;
  const said = template === 'account_exists' ? [lead, advice, ignore] : [lead, ignore];
  return { subject, values: {}, parts: said.map(paragraph) };
};

const confirmation = ({ data, language }: MailOf<'withdraw_code'>, texts: MailTexts, lifetimes: Lifetimes): Content => {
  const { amount, ...confirmed } = data;
  const content = withdrawalCode({ data: confirmed }, texts, lifetimes, texts.withdraw_code);
  return { ...content, values: { ...content.values, amount: figure(amount, language) } };
};

const changedKey = ({ data, language }: MailOf<'operator_key'>, texts: MailTexts): Content => {
  const { subject, sessions, advice, [data.kind]: lead } = texts.operator_key;
  return { subject, values: { at: moment(data.at, language) }, parts: [lead, sessions, advice].map(paragraph) };
};

const invitation = ({ data, language }: MailOf<'operator_invitation'>, texts: MailTexts): Content => {
  const { subject, lead, button, note } = texts.operator_invitation;
  const link = { kind: 'link', text: button, url: data.url } as const;
  return { subject, values: { until: moment(data.until, language) }, parts: [paragraph(lead), link, paragraph(note)] };
};

const newSignIn = ({ data, language }: MailOf<'new_sign_in'>, texts: MailTexts, lifetimes: Lifetimes): Content => {
  const { subject, lead, device, time, unknownDevice, ignore } = texts.new_sign_in;
  const values = {
    at: moment(data.at, language),
    device: deviceLabel(data.device) ?? unknownDevice,
    ...freezing(lifetimes),
  };
  return {
    subject,
    values,
    parts: [...[lead, device, time, ignore].map(paragraph), ...freezeParts(texts, data.freezeUrl)],
  };
};

const swap = (
  { data: { amount, arrived, coin, other, at, freezeUrl }, language }: MailOf<'swap_done'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => ({
  subject: texts.swap_done.subject,
  values: {
    amount: figure(amount, language),
    arrived: figure(arrived, language),
    coin,
    other,
    at: moment(at, language),
    ...freezing(lifetimes),
  },
  parts: [paragraph(texts.swap_done.lead), ...freezeParts(texts, freezeUrl)],
});

const moved = (mail: MailOf<'moved' | 'adjusted'>, texts: MailTexts, lifetimes: Lifetimes): Content => {
  const { data, language } = mail;
  const { subject, lead } = mail.template === 'moved' ? texts.moved[mail.data.kind] : texts.adjusted[mail.data.kind];
  const where = mail.template === 'moved' ? [] : [paragraph(texts.adjusted.where)];
  const values = {
    amounts: data.amounts.map(({ amount, coin }) => `${figure(amount, language)} ${coin}`).join(' + '),
    count: figure(String(data.count), language),
    at: moment(data.at, language),
    ...freezing(lifetimes),
  };
  return { subject, values, parts: [paragraph(lead), ...where, ...freezeParts(texts, data.freezeUrl)] };
};

const changedFactors = (
  mail: MailOf<
    | `new_${'password' | 'pin' | 'recovery'}`
    | `${'factor' | 'passkey'}_${'on' | 'off'}`
    | 'factor_lost'
    | 'email_changed'
    | 'password_changed'
  >,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead } = texts[mail.template];
  const held = 'until' in mail.data ? mail.data.until : null;
  const said = [lead, ...sessionsPart(mail.template, texts), ...(held === null ? [] : [texts.password_changed.hold])];
  const values = {
    at: moment(mail.data.at, mail.language),
    ...(held === null ? {} : { until: moment(held, mail.language) }),
    ...('address' in mail.data ? { address: mail.data.address } : {}),
    ...freezing(lifetimes),
  };
  return { subject, values, parts: [...said.map(paragraph), ...freezeParts(texts, mail.data.freezeUrl)] };
};

const resetLink = ({ data: { url } }: MailOf<'reset_link'>, texts: MailTexts, { resetMinutes }: Lifetimes): Content => {
  const { subject, lead, button, expires, ignore } = texts.reset_link;
  const said = [paragraph(expires), paragraph(ignore)];
  return {
    subject,
    values: { minutes: String(resetMinutes) },
    parts: [paragraph(lead), { kind: 'link', text: button, url }, ...said],
  };
};

/** That an account lets nobody in, or not everybody, and what to do. */
const closed = (
  { template, data, language }: MailOf<'account_deleted' | 'account_frozen' | 'sign_in_locked'>,
  texts: MailTexts,
): Content => {
  const { subject, lead, advice } = texts[template];
  return { subject, values: { at: moment(data.at, language) }, parts: [lead, advice].map(paragraph) };
};

/** That a secret was locked or used, or the account opened: one sentence, and how to freeze the account. */
const toldSecret = (
  mail: MailOf<'pin_locked' | 'factor_locked' | 'recovery_used' | 'data_exported' | 'account_unfrozen'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead } = texts[mail.template];
  const values = { at: moment(mail.data.at, mail.language), ...freezing(lifetimes) };
  return { subject, values, parts: [paragraph(lead), ...freezeParts(texts, mail.data.freezeUrl)] };
};

/** Whose sessions ended; of a lost factor its own sentence says it. */
const sessionsPart = (template: keyof MailTexts, texts: MailTexts): string[] => {
  if (template === 'factor_lost') return [];
  return [texts[template === 'password_changed' || template === 'new_pin' ? template : 'new_password'].sessions];
};

const savedAddress = (
  { data, language }: MailOf<'withdrawal_address'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead, hold } = texts.withdrawal_address;
  const { coin, network, address, freezeUrl } = data;
  const values = {
    coin,
    network,
    address,
    at: moment(data.at, language),
    from: moment(data.usableFrom, language),
    ...freezing(lifetimes),
  };
  const shown: Part = { kind: 'address', text: '{address}' };
  return { subject, values, parts: [paragraph(lead), shown, paragraph(hold), ...freezeParts(texts, freezeUrl)] };
};

const transfer = (
  { template, data, language }: MailOf<'transfer_sent' | 'transfer_received'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead } = texts[template];
  const { amount, coin, other } = data;
  return {
    subject,
    values: { amount: figure(amount, language), coin, other, at: moment(data.at, language), ...freezing(lifetimes) },
    parts: [paragraph(lead), ...freezeParts(texts, data.freezeUrl)],
  };
};

/** What a withdrawal takes besides its amount, while it is not over. */
const FEE_TOLD: readonly WithdrawalEvent[] = ['asked', 'approved', 'sent'];

const withdrawalEvent = (
  { data, language }: MailOf<'withdrawal_event'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead, next } = texts.withdrawal_event[data.event];
  const { amount, taken, fee, coin, network, address, hash, cause, hours, freezeUrl } = data;
  const tellsFee = fee !== undefined && FEE_TOLD.includes(data.event);
  const values = {
    coin,
    network,
    address,
    amount: figure(amount, language),
    taken: figure(taken, language),
    ...(tellsFee && { fee: figure(fee, language) }),
    at: moment(data.at, language),
    hash: hash ?? '',
    cause: cause === null ? '' : texts.withdrawal_event.causes[cause],
    hours: String(hours),
    ...freezing(lifetimes),
  };
  const shown: Part = { kind: 'address', text: '{address}' };
  const said = tellsFee ? [texts.withdrawal_event.fee, next] : [next];
  return { subject, values, parts: [paragraph(lead), shown, ...said.map(paragraph), ...freezeParts(texts, freezeUrl)] };
};

/** The words for a cause that has none of its own in mails. */
const causeOfNft = ({ withdrawal_event: { causes } }: MailTexts, cause: NftRejectionCause): string =>
  causes[cause === 'collection' ? 'network' : cause];

const nftEvent = ({ data, language }: MailOf<'nft_event'>, texts: MailTexts, lifetimes: Lifetimes): Content => {
  const { nft, network, address, hash, cause, fee, hours, freezeUrl, event } = data;
  const { feeHeld, feeBack, checking, ...events } = texts.nft_event;
  const { asked, approved, confirmed } = texts.withdrawal_event;
  const next = {
    asked: [feeHeld, asked.next],
    approved: [approved.next],
    sent: [confirmed.next],
    cancelled: [feeBack],
    rejected: [feeBack],
    errored: [checking],
  }[event];
  const values = {
    nft,
    network,
    address,
    fee: figure(fee, language),
    at: moment(data.at, language),
    hash: hash ?? '',
    cause: cause === null ? '' : causeOfNft(texts, cause),
    hours: String(hours),
    ...freezing(lifetimes),
  };
  const shown: Part = { kind: 'address', text: '{address}' };
  const parts = [paragraph(events[event].lead), shown, ...next.map(paragraph), ...freezeParts(texts, freezeUrl)];
  return { subject: events[event].subject, values, parts };
};

const creditedDeposit = (
  { data, language }: MailOf<'deposit_credited'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead, unexpected } = texts.deposit_credited;
  const { amount, coin, network, at, freezeUrl } = data;
  return {
    subject,
    values: { amount: figure(amount, language), coin, network, at: moment(at, language), ...freezing(lifetimes) },
    parts: [paragraph(lead), paragraph(unexpected), ...freezeParts(texts, freezeUrl)],
  };
};

const heldMails = (
  { data: { from, until, held, freezeUrl }, language }: MailOf<'held_mails'>,
  texts: MailTexts,
  lifetimes: Lifetimes,
): Content => {
  const { subject, lead, where, kinds } = texts.held_mails;
  const lines = TOLD_TOGETHER.filter((kind) => held[kind] !== undefined).map((kind) =>
    fill(kinds[kind], { count: figure(String(held[kind]), language) }),
  );
  return {
    subject,
    values: { from: moment(from, language), until: moment(until, language), ...freezing(lifetimes) },
    parts: [...[lead, ...lines, where].map(paragraph), ...freezeParts(texts, freezeUrl)],
  };
};

/** What a member chose to be told of; its way leads through the app, so nothing here opens the account. */
const notice = ({ data }: MailOf<'notice'>, texts: MailTexts, lifetimes: Lifetimes): Content => {
  const { title, detail, url, freezeUrl } = data;
  const { subject, button, why } = texts.notice;
  return {
    subject,
    values: { title, detail, ...freezing(lifetimes) },
    parts: [
      paragraph('{title}'),
      ...(detail === '' ? [] : [paragraph('{detail}')]),
      { kind: 'link', text: button, url },
      paragraph(why),
      ...(freezeUrl === null ? [] : freezeParts(texts, freezeUrl)),
    ],
  };
};

/** One pass, so that a name such as "{code}" stays a name. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (mark, key: string) => values[key] ?? mark);

const moment = (iso: string, language: WireLanguage): string =>
  `${new Intl.DateTimeFormat(formatsOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`;

const asText = (part: Part): string => (part.kind === 'link' ? `${part.text}:\n${part.url}` : part.text);
