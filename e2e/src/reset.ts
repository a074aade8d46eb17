import { succeed } from './call.ts';
import { countMails, linkIn, nextMail } from './mail.ts';
import type { Member } from './member.ts';

/** Somebody whose password and PIN were just set anew by mail. */
interface ResetMember {
  member: Member;
  /** Of the mail that tells of it: freezes the account. */
  freezeLink: string;
}

const AFTER = { password: 'Renewed#2026', pin: '975310' };

/** Sets password and PIN anew by the mailed link, as the app does it. */
export const resetSecrets = async (before: Member): Promise<ResetMember> => {
  const { email } = before;
  const seen = await countMails(email);
  await succeed('member/forgotPassword', { body: { member_email: email } });
  const id = linkIn(await nextMail(email, seen))
    .split('/')
    .at(-1);
  await succeed('member/resetPassword', {
    body: {
      id,
      member_password: AFTER.password,
      confirm_password: AFTER.password,
      member_security_pin: AFTER.pin,
      confirm_pin: AFTER.pin,
    },
  });
  return { member: { email, ...AFTER }, freezeLink: linkIn(await nextMail(email, seen + 1)) };
};
