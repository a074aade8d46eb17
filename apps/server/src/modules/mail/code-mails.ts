import { freezeParts, freezing, paragraph, type Content, type Lifetimes, type MailOf } from './mail-content.ts';
import type { Part } from './mail.html.ts';
import type { MailTexts } from './mail.texts.ts';

/** Mails with a code. */

export const signupCode = (
  { data }: MailOf<'signup_code'>,
  { signup_code: { subject, lead, expires, ignore } }: MailTexts,
  { codeMinutes }: Lifetimes,
): Content => ({
  subject,
  values: { code: data.code, minutes: String(codeMinutes) },
  parts: [paragraph(lead), { kind: 'code', text: '{code}' }, paragraph(expires), paragraph(ignore)],
});

export const withdrawalCode = (
  { data: { code, coin, network, address } }: Pick<MailOf<'withdrawal_code'>, 'data'>,
  texts: MailTexts,
  { codeMinutes }: Lifetimes,
  { subject, lead, compare }: MailTexts['withdraw_code'] = texts.withdrawal_code,
): Content => {
  const { expires, ignore } = texts.withdrawal_code;
  return {
    subject,
    values: { code, coin, network, address, minutes: String(codeMinutes) },
    parts: [
      paragraph(lead),
      { kind: 'address', text: '{address}' },
      paragraph(compare),
      { kind: 'code', text: '{code}' },
      paragraph(expires),
      paragraph(ignore),
    ],
  };
};

export const lostFactorCode = (
  { data: { code } }: MailOf<'lost_factor_code'>,
  texts: MailTexts,
  { codeMinutes }: Lifetimes,
): Content => {
  const { subject, lead, hold, ignore } = texts.lost_factor_code;
  const shown: Part = { kind: 'code', text: '{code}' };
  const said = [hold, texts.signup_code.expires, ignore].map(paragraph);
  return { subject, values: { code, minutes: String(codeMinutes) }, parts: [paragraph(lead), shown, ...said] };
};

/** The code for another email address. Whoever still reads the present one can freeze the account instead. */
export const emailCode = (
  mail: MailOf<'present_email_code' | 'new_email_code'>,
  texts: MailTexts,
  { codeMinutes, ...lifetimes }: Lifetimes,
): Content => {
  const { subject, lead } = texts[mail.template];
  const { expires, ignore } = texts.signup_code;
  const shown: Part = { kind: 'code', text: '{code}' };
  const { code } = mail.data;
  const values = { code, minutes: String(codeMinutes) };
  if (mail.template === 'new_email_code')
    return { subject, values, parts: [paragraph(lead), shown, paragraph(expires), paragraph(ignore)] };
  const { address, freezeUrl } = mail.data;
  return {
    subject,
    values: { ...values, address, ...freezing(lifetimes) },
    parts: [
      paragraph(lead),
      { kind: 'address', text: '{address}' },
      shown,
      paragraph(expires),
      ...freezeParts(texts, freezeUrl),
    ],
  };
};

/** Whoever did not ask for it can freeze the account instead. */
export const deletionCode = (
  { data: { code, freezeUrl } }: MailOf<'deletion_code'>,
  texts: MailTexts,
  { codeMinutes, ...lifetimes }: Lifetimes,
): Content => {
  const { subject, lead } = texts.deletion_code;
  return {
    subject,
    values: { code, minutes: String(codeMinutes), ...freezing(lifetimes) },
    parts: [
      paragraph(lead),
      { kind: 'code', text: '{code}' },
      paragraph(texts.signup_code.expires),
      ...freezeParts(texts, freezeUrl),
    ],
  };
};
