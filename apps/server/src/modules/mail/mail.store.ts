import { isErasedAddress } from '@minerx/rules/deletion';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import type { NftRejectionCause, NftWithdrawalEvent } from '@minerx/rules/nft-status';
import { queueWork, type Work } from '../../outbox/outbox.ts';
import type { WithdrawalCause, WithdrawalEvent } from '@minerx/rules/withdrawal';
import { DEFAULT_LANGUAGE, isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import type { Tx } from '../../db/transaction.ts';
import type { Vault } from '../../security/vault.ts';

/** Mails that only tell: beyond a budget they are counted, and told together. */
export const TOLD_TOGETHER = [
  'transfer_sent',
  'transfer_received',
  'deposit_credited',
  'swap_done',
  'moved',
  'notice',
] as const;
export type ToldTogether = (typeof TOLD_TOGETHER)[number];

/** Kinds of transfers that a member's own doing brings, told in one form. */
export type MovedKind = Extract<
  MemberTransferKind,
  'purchase' | 'refund' | 'activation' | 'stake' | 'unstake' | 'prize'
>;
/** What an operator does to a wallet. */
export type AdjustedKind = Extract<MemberTransferKind, 'credit' | 'debit'>;

/** What an operator changes of their own. */
export type OperatorKeyChange = 'password' | 'authenticator' | 'recovery' | 'passkey_add' | 'passkey_remove';

/** Transfers of one kind that were made together. */
interface Moved<Kind> {
  kind: Kind;
  count: number;
  amounts: readonly { amount: string; coin: string }[];
  at: string;
  freezeUrl: string;
}

/** What each mail needs to know, by template. Moments are ISO 8601. */
export interface MailData {
  signup_code: { code: string };
  account_exists: Record<never, never>;
  reset_link: { url: string };
  /** By a mailed link: all devices are signed out, and nothing leaves before `until`. */
  password_changed: { at: string; until: string; freezeUrl: string };
  /** Changed by the member while signed in; this device stays. */
  new_password: { at: string; freezeUrl: string };
  new_pin: { at: string; freezeUrl: string };
  /** The second factor, changed by the member while signed in; this device stays. */
  factor_on: { at: string; freezeUrl: string };
  factor_off: { at: string; freezeUrl: string };
  passkey_on: { at: string; freezeUrl: string };
  passkey_off: { at: string; freezeUrl: string };
  new_recovery: { at: string; freezeUrl: string };
  /** A recovery code was shown in place of the app. */
  recovery_used: { at: string; freezeUrl: string };
  /** For taking a lost second factor away. */
  lost_factor_code: { code: string };
  /** It was taken away: all devices are signed out, and nothing leaves before `until`. */
  factor_lost: { at: string; until: string; freezeUrl: string };
  /** For another email address, which the mail names: to the present one. */
  present_email_code: { code: string; address: string; freezeUrl: string };
  /** The same to the new one, which is nobody's yet. */
  new_email_code: { code: string };
  /** To a member whose address somebody with an account wants as well. */
  email_taken: Record<never, never>;
  /** It became `address`: to both. Other devices are signed out, and nothing leaves before `until`. */
  email_changed: { at: string; until: string; address: string; freezeUrl: string };
  /** Somebody signed in, with PIN and factor, asked for the file of all that is held. */
  data_exported: { at: string; freezeUrl: string };
  /** For deleting the account. */
  deletion_code: { code: string; freezeUrl: string };
  /** To the address that the account had. */
  account_deleted: { at: string };
  /** Every device is signed out; only an operator opens it again. */
  account_frozen: { at: string };
  /** An operator has opened it again. */
  account_unfrozen: { at: string; freezeUrl: string };
  /** To somebody who is to be a colleague. */
  operator_invitation: { url: string; until: string };
  /** A colleague changed one of their own keys. */
  operator_key: { kind: OperatorKeyChange; at: string };
  new_sign_in: { device: string; at: string; freezeUrl: string };
  /** Too many wrong passwords. */
  sign_in_locked: { at: string };
  /** Too many wrong PINs. */
  pin_locked: { at: string; freezeUrl: string };
  /** Too many wrong codes of the second factor. */
  factor_locked: { at: string; freezeUrl: string };
  /** For saving this withdrawal address. */
  withdrawal_code: { code: string; coin: string; network: string; address: string };
  /** It was saved or changed. */
  withdrawal_address: {
    coin: string;
    network: string;
    address: string;
    at: string;
    usableFrom: string;
    freezeUrl: string;
  };
  /** To the sender: `other` is the receiver's masked name. */
  transfer_sent: { amount: string; coin: string; other: string; at: string; freezeUrl: string };
  /** From a chain: it is in the wallet. */
  deposit_credited: { amount: string; coin: string; network: string; at: string; freezeUrl: string };
  transfer_received: { amount: string; coin: string; other: string; at: string; freezeUrl: string };
  /** `other` is the coin that came for it. */
  swap_done: { amount: string; coin: string; arrived: string; other: string; at: string; freezeUrl: string };
  moved: Moved<MovedKind>;
  adjusted: Moved<AdjustedKind>;
  /** For this withdrawal. Amounts are decimal text. */
  withdraw_code: { code: string; amount: string; coin: string; network: string; address: string };
  /** What became of a withdrawal. */
  withdrawal_event: {
    event: WithdrawalEvent;
    amount: string;
    /** With the fee. */
    taken: string;
    /** Of mails that were queued before it was told: none. */
    fee?: string;
    coin: string;
    network: string;
    address: string;
    hash: string | null;
    cause: WithdrawalCause | null;
    /** In which the next step is usually done. */
    hours: number;
    at: string;
    freezeUrl: string;
  };
  /** How many mails of an hour were held back, by what they would have told. */
  held_mails: { from: string; until: string; held: Partial<Record<ToldTogether, number>>; freezeUrl: string };
  /** What the member chose to be told of by mail, in the member's language, with the way to it; of money with a link that freezes the account. */
  notice: { title: string; detail: string; url: string; freezeUrl: string | null };
  /** What became of the withdrawal of an NFT. */
  nft_event: {
    event: NftWithdrawalEvent;
    nft: string;
    network: string;
    address: string;
    hash: string | null;
    cause: NftRejectionCause | null;
    /** USDT as decimal text. */
    fee: string;
    hours: number;
    at: string;
    freezeUrl: string;
  };
}

type MailTemplate = keyof MailData;

/** A mail that waits in the outbox. An empty name greets without one. */
export type QueuedMail = {
  [T in MailTemplate]: {
    template: T;
    language: WireLanguage;
    to: { name: string; address: string };
    data: MailData[T];
    /** After this moment (ms) the code or link in it opens nothing, and the mail is dropped. Without one it tells what happened, which is never too late. */
    usefulUntil?: number;
    /**
     * Sent while this member wants mails of this group, or of any (null), outside of the quiet hours: both are asked when it is sent. One that
     * quiet hours put off, and that was read meanwhile as this notice, is not sent.
     */
    wanted?: { memberId: string; group: string | null; noticeId?: string };
  };
}[MailTemplate];

/** A mail as it lies in the outbox: what it says is sealed, since codes and links open accounts. */
export type SealedMail = Omit<QueuedMail, 'data'> & {
  /** Base64. */
  sealed: string;
};

/** Of this mail to this mailbox alone: whoever writes another address into the row gets nothing sent there. */
const labelOf = ({ template, to }: Pick<SealedMail, 'template' | 'to'>): string => `mail ${template} ${to.address}`;

export const mailWork = (payload: SealedMail): Work => ({
  topic: 'mail',
  payload,
  ...(payload.wanted && { waitsFor: BigInt(payload.wanted.memberId) }),
});

/**
 * Queues a mail in the transaction that is the reason for it, to be sent at once or not before a moment. After the commit:
 * `bus.publish('outbox', { topic: 'mail' })`.
 */
export const queueMail = async (
  vault: Vault,
  tx: Tx,
  { data, ...mail }: QueuedMail,
  at: Date,
  notBefore: Date = at,
): Promise<void> => {
  // What comes to the account of a deleted member is told to nobody.
  if (isErasedAddress(mail.to.address)) return;
  const sealed = vault.seal(labelOf(mail), Buffer.from(JSON.stringify(data))).toString('base64');
  const payload: SealedMail = { ...mail, sealed };
  await queueWork(tx, mailWork(payload), at, notBefore);
};

/** @throws Error when it was not sealed by us, or for another mailbox. */
export const openMail = (vault: Vault, { sealed, ...mail }: SealedMail): QueuedMail => {
  const data: unknown = JSON.parse(vault.open(labelOf(mail), Buffer.from(sealed, 'base64')).toString());
  // Sealed under the name of its template.
  return { ...mail, data } as QueuedMail;
};

/** The language of a form or a member row; anything unknown is English. */
export const mailLanguage = (text: string | null | undefined): WireLanguage =>
  typeof text === 'string' && isWireLanguage(text) ? text : DEFAULT_LANGUAGE;

/** The language of a mail that somebody asked for: the member's choice, else what the request asks for, else what is known. */
export const askedLanguage = (
  member: { language: string; languageChosen: boolean },
  heard: string | null | undefined,
): WireLanguage => mailLanguage(member.languageChosen ? member.language : (heard ?? member.language));

/** To whom a mail to a member goes, and in which language. */
export const mailbox = ({
  fullName,
  email,
  language,
}: {
  fullName: string;
  email: string;
  language: string;
}): Pick<QueuedMail, 'to' | 'language'> => ({
  language: mailLanguage(language),
  to: { name: fullName, address: email },
});
