import type { Locator, Page } from '@playwright/test';
import { succeed } from './call.ts';
import { tokenOf, type Member } from './member.ts';
import { button, field } from './screen.ts';
import { words } from './words.ts';
import { operatorAs, operators, type OperatorRole } from './world.ts';

/** Of the test cases of EIP-55. */
export const WALLET_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** Gives somebody a free token, as an operator does; its name. */
export const issue = async ({ email }: Member, category: 'rare' | 'legendary' = 'rare'): Promise<string> => {
  const said = await operators('nft', 'issue', '--email', email, '--category', category, '--reason', 'journey');
  return /AOG #\d{5}/.exec(said.join('\n'))![0];
};

interface HeldNft {
  id: string;
  nft_name: string;
  nft_status: number;
}

/** What somebody holds, as the server tells it. */
export const nftsOf = async (member: Member): Promise<HeldNft[]> => {
  const { data } = await succeed('nft/owned', {
    accessToken: await tokenOf(member),
    body: { page: 1, pageSize: 100 },
  });
  return data as HeldNft[];
};

/** The id of somebody's newest withdrawal. */
export const newestWithdrawal = async (member: Member): Promise<string> => {
  const { data } = await succeed('nft/withdraw/history', {
    accessToken: await tokenOf(member),
    body: { page: 1, pageSize: 1 },
  });
  return (data as { id: string }[])[0]!.id;
};

/** Asks without the app, as the app does it. */
export const withdrawByCall = async (member: Member, nftId: string): Promise<string> => {
  const { id } = await succeed('nft/withdraw', {
    accessToken: await tokenOf(member),
    body: {
      id: nftId,
      network_type: 'BEP721',
      withdrawal_address: WALLET_ADDRESS,
      member_security_pin: member.pin,
    },
  });
  return String(id);
};

/** An operator's decision: `decide('finance', 'approve', id)`. */
export const decide = (
  role: OperatorRole,
  verb: 'approve' | 'reject',
  id: string,
  ...more: string[]
): Promise<string[]> => operatorAs(role, 'nft', verb, '--id', id, '--reason', 'journey', ...more);

export const nftCards = (page: Page): Locator => page.getByRole('main').getByRole('listitem');

/** The sheet with everything before it is asked for. */
export const nftReview = (page: Page): Locator => page.getByRole('dialog', { name: words('nft.withdraw.review') });

/** Fills the form and has it put before the member. */
export const askToWithdraw = async (page: Page, address: string, pin: string): Promise<void> => {
  await field(page, 'nft.withdraw.address').fill(address);
  await field(page, 'miner.pin').fill(pin);
  await button(page, 'nft.withdraw.submit').click();
};
