import type { Page } from '@playwright/test';
import { succeed } from './call.ts';
import { test } from './journey.ts';
import { countMails, nextCode } from './mail.ts';
import { tokenOf, type Member } from './member.ts';
import { button, field } from './screen.ts';
import { operator, operators } from './world.ts';

/** USDT on BEP20. */
const COIN = { walletType: 1, network: 'BEP20' };

const holdAddresses = (hours: number) =>
  operators('withdrawal', 'hold', '--hours', String(hours), '--reason', 'journey');

/** Addresses of a file's journeys can be used at once. */
export const useAddressesAtOnce = (): void => {
  test.beforeAll(() => holdAddresses(0));
  test.afterAll(() => holdAddresses(24));
};

/** PIN, then the code of the mail that it brings. */
export const confirmByMail = async (page: Page, member: Member): Promise<void> => {
  await field(page, 'session.pin').fill(member.pin);
  const before = await countMails(member.email);
  await button(page, 'session.code.send').click();
  await field(page, 'session.code').fill(await nextCode(member.email, before));
};

/** An operator's decision: `decide('approve', id, '--revision', '1')`. */
export const decide = (verb: 'approve' | 'reject', id: string, ...more: string[]): Promise<string[]> =>
  operator('withdrawal', verb, '--id', id, '--reason', 'journey', ...more);

/** Asks for a code and gives it, as it stands in the mail. */
const codeFor = async ({ email, pin }: Member, path: string, body: Record<string, unknown>, accessToken: string) => {
  const before = await countMails(email);
  await succeed(path, { accessToken, body: { ...body, member_security_pin: pin } });
  return nextCode(email, before);
};

/** Saves an address and asks for an amount to it, without the app; gives the withdrawal's id. No hold may stand. */
export const withdrawByCall = async (member: Member, address: string, amount: string): Promise<string> => {
  const accessToken = await tokenOf(member);
  const send = async (path: string, code: string, body: Record<string, unknown>) => {
    const verify_code = await codeFor(member, code, body, accessToken);
    return succeed(path, { accessToken, body: { ...body, verify_code, member_security_pin: member.pin } });
  };
  await send('member/withdrawal/modify', 'member/modifyWithdraw/request/code', {
    member_bank_type: COIN.walletType,
    member_bank_network: COIN.network,
    member_bank_number: address,
  });
  const request = { wallet_type: COIN.walletType, network: COIN.network, amount, address };
  return String((await send('wallet/withdraw', 'wallet/withdraw/request/code', request))['id']);
};
