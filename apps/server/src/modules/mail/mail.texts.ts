import { readFileSync } from 'node:fs';
import type { NftWithdrawalEvent } from '@minerx/rules/nft-status';
import type { WithdrawalCause, WithdrawalEvent } from '@minerx/rules/withdrawal';
import type { AdjustedKind, MovedKind, OperatorKeyChange, ToldTogether } from './mail.store.ts';
import { LANGUAGE_CODES, type WireLanguage } from '@minerx/rules/wire-language';

/**
 * What the mails say in one language. `{brand}`, `{name}`, `{code}`, `{minutes}`, `{at}`, `{device}`, `{coin}`, `{network}`, `{from}`, `{amount}`, `{other}`,
 * `{until}`, `{days}`, `{taken}`, `{hash}`, `{cause}`, `{hours}`, `{nft}`, `{fee}`, `{amounts}`, `{arrived}`, `{count}`, `{title}`, `{detail}` and `{support}` are filled in; nothing else is. Plain text: the HTML form escapes it.
 */
export interface MailTexts {
  /** With the member's own name; strangers are greeted without one, so that nobody can send words of his choice through us. */
  greetingNamed: string;
  greeting: string;
  signup_code: { subject: string; lead: string; expires: string; ignore: string };
  account_exists: { subject: string; lead: string; advice: string; ignore: string };
  reset_link: { subject: string; lead: string; button: string; expires: string; ignore: string };
  password_changed: { subject: string; lead: string; sessions: string; hold: string };
  new_password: { subject: string; lead: string; sessions: string };
  new_pin: { subject: string; lead: string; sessions: string };
  factor_on: { subject: string; lead: string };
  factor_off: { subject: string; lead: string };
  passkey_on: { subject: string; lead: string };
  passkey_off: { subject: string; lead: string };
  new_recovery: { subject: string; lead: string };
  recovery_used: { subject: string; lead: string };
  lost_factor_code: { subject: string; lead: string; hold: string; ignore: string };
  factor_lost: { subject: string; lead: string };
  present_email_code: { subject: string; lead: string };
  new_email_code: { subject: string; lead: string };
  email_taken: { subject: string; lead: string };
  email_changed: { subject: string; lead: string };
  data_exported: { subject: string; lead: string };
  deletion_code: { subject: string; lead: string };
  account_deleted: { subject: string; lead: string; advice: string };
  account_frozen: { subject: string; lead: string; advice: string };
  account_unfrozen: { subject: string; lead: string };
  operator_invitation: { subject: string; lead: string; button: string; note: string };
  operator_key: Record<OperatorKeyChange, string> & { subject: string; sessions: string; advice: string };
  /** At the end of every mail about a change: how to stop what somebody else does. */
  freeze: { lead: string; button: string; note: string };
  new_sign_in: { subject: string; lead: string; device: string; time: string; unknownDevice: string; ignore: string };
  sign_in_locked: { subject: string; lead: string; advice: string };
  pin_locked: { subject: string; lead: string };
  factor_locked: { subject: string; lead: string };
  withdrawal_code: { subject: string; lead: string; compare: string; expires: string; ignore: string };
  withdrawal_address: { subject: string; lead: string; hold: string };
  transfer_sent: { subject: string; lead: string };
  transfer_received: { subject: string; lead: string };
  withdraw_code: { subject: string; lead: string; compare: string };
  withdrawal_event: Record<WithdrawalEvent, { subject: string; lead: string; next: string }> & {
    fee: string;
    causes: Record<WithdrawalCause, string>;
  };
  nft_event: Record<NftWithdrawalEvent, { subject: string; lead: string }> & {
    feeHeld: string;
    feeBack: string;
    checking: string;
  };
  swap_done: { subject: string; lead: string };
  moved: Record<MovedKind, { subject: string; lead: string }>;
  adjusted: Record<AdjustedKind, { subject: string; lead: string }> & { where: string };
  deposit_credited: { subject: string; lead: string; unexpected: string };
  held_mails: { subject: string; lead: string; where: string; kinds: Record<ToldTogether, string> };
  notice: { subject: string; button: string; why: string };
  /** Of a mail of a demo, where nothing is real. */
  demo: string;
  footer: string;
}

const FOLDER = new URL('./texts/', import.meta.url);

/** One file per language, read once; a test holds them alike. */
export const MAIL_TEXTS = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [code, JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8')) as MailTexts]),
) as Record<WireLanguage, MailTexts>;
