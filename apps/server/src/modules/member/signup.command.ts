import { MINUTE_MS } from '@minerx/rules/duration';
import { createHash } from 'node:crypto';
import {
  CODE_MINUTES,
  normaliseEmail,
  normaliseFullName,
  normaliseReferralCode,
  usernameFrom,
} from '@minerx/rules/member';
import anyAscii from 'any-ascii';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { crockford } from '../../base/ids.ts';
import { openMemberAccounts } from '../../ledger/account.ts';
import { findAnswer, once, type AskedKey } from '../../ledger/answers.ts';
import { canonicalJson } from '../../ledger/fingerprint.ts';
import { refuse } from '../../refusal.ts';
import { hashPassword, hashPin, inHashingTurn, keyedDigest } from '../../security/secret-hash.ts';
import { takeCodeShare } from '../attempt/attempt.step.ts';
import { askedLanguage, mailLanguage, queueMail, type QueuedMail } from '../mail/mail.store.ts';
import { refuseCode, tryCode } from './code-try.step.ts';
import { requireCurrentTerms } from '../terms/current-terms.step.ts';
import { keepAcceptance } from '../terms/terms.store.ts';
import { useCode, type CodeOwner } from './email-code.store.ts';
import { codeHash, drawCode, requireCodeBudget, storeCode } from './new-code.step.ts';
import {
  findCountryIso,
  findMemberToMail,
  findSponsorId,
  hasAccount,
  insertMember,
  nextMemberId,
  type NewMember,
} from './member.store.ts';

const REFERRAL_CODE_LENGTH = 8;
const NAME_ATTEMPTS = 30;
const HASH_BYTES = 32;

const signupCodeOf = (email: string): CodeOwner => ({
  emailKey: normaliseEmail(email),
  purpose: 'signup',
  confirms: '',
});

/**
 * Sends a verification code to a mailbox; `address` is where it was asked from. One that has an account gets a mail that says so instead, with the same work
 * and the same answer, so that nobody learns who is a member.
 * @throws err_code_wait
 */
export const requestSignupCode = async (
  context: Context,
  email: string,
  language: string | undefined,
  address: string,
): Promise<void> => {
  const owner = signupCodeOf(email);
  const now = context.expiryClock.now();
  const code = drawCode(context.random);
  const hasShare = await takeCodeShare(context, address, now);
  await inTransaction(context.pool, async (tx) => {
    const member = await findMemberToMail(tx, owner.emailKey);
    const hash = member === null ? codeHash(context.env.pepper, owner, code) : context.random.bytes(HASH_BYTES);
    await requireCodeBudget(context, tx, owner, hasShare, now);
    await storeCode(tx, owner, hash, now);
    const usefulUntil = now + CODE_MINUTES * MINUTE_MS;
    const mail: QueuedMail =
      member === null
        ? {
            template: 'signup_code',
            language: mailLanguage(language),
            to: { name: '', address: email },
            data: { code },
            usefulUntil,
          }
        : {
            template: 'account_exists',
            language: askedLanguage(member, language),
            to: { name: member.fullName, address: member.email },
            data: {},
            usefulUntil,
          };
    await queueMail(context.vault, tx, mail, new Date(now));
  });
  context.bus.publish('outbox', { topic: 'mail' });
};

/** The sign-up form, already valid field by field. */
interface SignupForm {
  countryId: number;
  mobile: string;
  fullName: string;
  email: string;
  referralCode: string;
  password: string;
  pin: string;
  code: string;
  /** Of the terms that were agreed to. */
  termsVersion: number;
  language: string | undefined;
}

/**
 * Registers a member: sponsor by referral code, username from the name, every wallet empty, and the code used up, all at once
 * or not at all. The same key and form again succeed without a second member.
 * @throws err_terms_changed, err_country, err_mobile, err_referral_code, err_code_wrong, err_account_exists, err_idempotency_mismatch, err_too_many
 */
export const signUp = async (context: Context, form: SignupForm, idempotencyKey: string): Promise<void> => {
  const { pool, env, clock } = context;
  const owner = signupCodeOf(form.email);
  const asked: AskedKey = {
    // Nobody is signed in yet, so the address stands for the actor.
    actor: `visitor:${createHash('sha256').update(owner.emailKey).digest('hex').slice(0, 32)}`,
    name: 'member/signup',
    key: idempotencyKey,
    // Keyed, because the form holds a PIN: whoever reads a plain hash finds it by trying.
    fingerprint: keyedDigest(env.pepper, 'signup', canonicalJson(form)),
  };
  if ((await findAnswer(pool, asked)) !== null) return;

  requireCurrentTerms(form.termsVersion);
  const { mobile, sponsorId } = await judgeDetails(context, form);
  const at = new Date(clock.now());
  const codeId = await tryCode(context, owner, form.code);
  // The same question, sent twice at once, may just have used the code up.
  if (codeId === null) return (await findAnswer(pool, asked)) === null ? refuseCode() : undefined;

  const id = await nextMemberId(pool);
  const { passwordHash, pinHash } = await inHashingTurn(async () => ({
    passwordHash: await hashPassword(env.pepper, `member:${id}`, form.password),
    pinHash: await hashPin(env.pepper, id, form.pin),
  }));
  await inTransaction(pool, (tx) =>
    once(tx, asked, { answer: {}, at }, async () => {
      if (!(await useCode(tx, codeId, at))) refuseCode();
      await insertNamed(context, tx, {
        id,
        fullName: normaliseFullName(form.fullName),
        email: form.email,
        emailKey: owner.emailKey,
        mobile,
        countryId: form.countryId,
        sponsorId,
        language: mailLanguage(form.language),
        passwordHash,
        pinHash,
        at,
      });
      await openMemberAccounts(tx, id);
      const { termsVersion: version } = form;
      await keepAcceptance(tx, { memberId: id, version, language: mailLanguage(form.language), at });
    }),
  );
};

/** What only the database and the numbering plans know: country, mobile number of that country, sponsor. */
const judgeDetails = async ({ pool }: Context, form: SignupForm): Promise<{ mobile: string; sponsorId: bigint }> => {
  const iso2 =
    (await findCountryIso(pool, form.countryId)) ?? refuse('err_country', { fields: { country: 'err_country' } });
  const mobile =
    mobileOf(form.mobile, iso2) ?? refuse('err_mobile', { fields: { member_detail_mobile: 'err_mobile' } });
  const sponsorId =
    (await findSponsorId(pool, normaliseReferralCode(form.referralCode))) ??
    refuse('err_referral_code', { fields: { referral_code: 'err_referral_code' } });
  return { mobile, sponsorId };
};

/** The number in E.164 ("+60123456789"), or null when it is not one of that country. @internal */
export const mobileOf = (digits: string, iso2: string): string | null => {
  const country = iso2 as CountryCode;
  const parsed = parsePhoneNumberFromString(digits, country);
  if (parsed === undefined || !parsed.isValid()) return null;
  // Countries of one calling code share numbers: a Canadian may live in the United States.
  return parsed.country === undefined || parsed.country === country || sharesCallingCode(parsed.countryCallingCode)
    ? parsed.number
    : null;
};

const sharesCallingCode = (callingCode: string): boolean =>
  ['1', '7', '39', '44', '47', '61', '262', '358', '590', '599'].includes(callingCode);

/** Tries usernames and referral codes until both are free. */
const insertNamed = async (
  context: Context,
  tx: Tx,
  member: Omit<NewMember, 'username' | 'referralCode'>,
): Promise<void> => {
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    // After a few neighbours the numbers jump, so that the thousandth namesake does not try a thousand names.
    const number = attempt < 5 ? attempt : context.random.bytes(4).readUInt32BE() % 10 ** (2 + Math.floor(attempt / 4));
    const username = usernameOf(member.fullName, number);
    if (await insertMember(tx, { ...member, username, referralCode: crockford(context.random, REFERRAL_CODE_LENGTH) }))
      return;
    if (await hasAccount(tx, member.emailKey)) refuse('err_account_exists');
  }
  throw new Error('No free username was found.');
};

/** A username from a name in any script: 李小龍 is `lixiaolong`, Иван Петров `ivanpetrov`. `attempt` as in `usernameFrom`. @internal */
export const usernameOf = (fullName: string, attempt: number): string =>
  usernameFrom(anyAscii(fullName.normalize('NFC')), attempt);
