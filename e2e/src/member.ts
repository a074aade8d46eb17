import { randomUUID } from 'node:crypto';
import { succeed } from './call.ts';
import { codeIn, countMails, nextMail } from './mail.ts';
import { operators } from './world.ts';

/** Somebody who can sign in. */
export interface Member {
  email: string;
  password: string;
  pin: string;
}

export const DEMO: Member = { email: 'demo@minerx.test', password: 'Demo#2026', pin: '246810' };
export const IN_AMERICA: Member = { ...DEMO, email: 'us@minerx.test' };
export const REFERRAL_CODE = 'DEMO2026';
/** Malaysia, as the specification numbers it, is found by name. */
const HOME_COUNTRY = 'Malaysia';
const FULL_NAME = 'Journey Member';

type WalletName = 'USDT' | 'AOGTD' | 'CW' | 'RW' | 'AOGP' | 'GBPT';

/** Details of somebody who has not registered yet. */
export const newcomer = (): Member => ({
  email: `${randomUUID().slice(0, 8)}@journeys.test`,
  password: 'Journey#2026',
  pin: '135790',
});

/** The sign-up form as the app sends it. */
export const signupForm = async (member: Member, code: string): Promise<Record<string, unknown>> => {
  const { country } = await succeed('country/all', { method: 'GET' });
  const home = (country as { country_id: number; country_name: string }[]).find(
    ({ country_name }) => country_name === HOME_COUNTRY,
  );
  return {
    country: home?.country_id,
    member_detail_mobile: '123456789',
    member_detail_fullname: FULL_NAME,
    member_email: member.email,
    referral_code: REFERRAL_CODE,
    member_password: member.password,
    member_security_pin: member.pin,
    verify_code: code,
    tnc: true,
  };
};

/** A new member, registered as the app does it: a code by mail, then the form. */
export const register = async (member: Member = newcomer()): Promise<Member> => {
  const before = await countMails(member.email);
  await succeed('member/signup/request/code', { body: { member_username: FULL_NAME, member_email: member.email } });
  const code = codeIn(await nextMail(member.email, before));
  await succeed('member/signup', { body: await signupForm(member, code) });
  return member;
};

/** Puts money into a wallet, as finance would. */
export const credit = async ({ email }: Member, wallet: WalletName, amount: string): Promise<void> => {
  await operators('member', 'credit', '--email', email, '--wallet', wallet, '--amount', amount, '--reason', 'journey');
};

/** A new member with money. */
export const registerWith = async (funds: Partial<Record<WalletName, string>>): Promise<Member> => {
  const member = await register();
  for (const [wallet, amount] of Object.entries(funds)) await credit(member, wallet as WalletName, amount);
  return member;
};

/** Signs in without a browser. */
export const tokenOf = async ({ email, password }: Member): Promise<string> => {
  const { accessToken } = await succeed('member/login', { body: { member_email: email, member_password: password } });
  return String(accessToken);
};

/** What the server tells members of themselves; the fields that journeys look at. */
interface Profile {
  member_wallet: { member_wallet_balance: string }[];
  member_wallet_type: { member_wallet_type_name: string }[];
}

const profileOf = async (member: Member): Promise<Profile> => {
  const answer = await succeed('member/profile', { method: 'GET', accessToken: await tokenOf(member) });
  return answer['member'] as Profile;
};

/** Balance of a wallet, as the server tells it. */
export const balanceOf = async (member: Member, wallet: WalletName | 'BTC'): Promise<string> => {
  const { member_wallet, member_wallet_type } = await profileOf(member);
  const position = member_wallet_type.findIndex(({ member_wallet_type_name }) => member_wallet_type_name === wallet);
  return member_wallet[position]?.member_wallet_balance ?? 'no such wallet';
};
