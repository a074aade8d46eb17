import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { call } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, DEMO, IN_AMERICA, registerWith, tokenOf } from '../../src/member.ts';
import {
  askToWithdraw,
  decide,
  issue,
  newestWithdrawal,
  nftCards,
  nftReview,
  nftsOf,
  OTHER_ADDRESS,
  WALLET_ADDRESS,
  withdrawByCall,
} from '../../src/nfts.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { operators } from '../../src/world.ts';

const WRONG_PIN = '000000';
const REQUESTED = 'NFT withdrawal requested';
const FOLLOWS = 'We review it and then send it. You can follow it in the history.';

const addressField = (page: Page) => field(page, 'nft.withdraw.address');

const expectForm = async (page: Page): Promise<void> => {
  await expect(heading(page, words('nft.withdraw.title'))).toBeVisible();
  await expect(field(page, 'nft.withdraw.network')).toHaveValue('BEP721');
  await expect(field(page, 'nft.withdraw.network')).not.toBeEditable();
  // As the page of the collections names it.
  const network = 'Testnet 31337';
  await expect(page.getByText(words('nft.withdraw.network.hint', { network }))).toBeVisible();
};

/** Nothing, then an address with one letter in the wrong case, then one without a checksum. */
const expectAddressJudged = async (page: Page): Promise<void> => {
  await button(page, 'nft.withdraw.submit').click();
  await expect(page.getByText(words('session.required', { field: words('nft.withdraw.address') }))).toBeVisible();
  await expect(page.getByText(words('err_pin_rule'))).toBeVisible();
  const address = addressField(page);
  await address.fill(WALLET_ADDRESS.replace('5aAe', '5AAe'));
  await address.blur();
  await expect(page.getByText(words('err_withdrawal_address'))).toBeVisible();
  await address.fill(WALLET_ADDRESS.toLowerCase());
  await expect(page.getByText(words('nft.withdraw.noChecksum'))).toBeVisible();
};

/** With blanks around; read back whole. */
const pasteAddress = async (page: Page): Promise<void> => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), `  ${WALLET_ADDRESS}\n`);
  await button(page, 'nft.withdraw.paste').click();
  await expect(addressField(page)).toHaveValue(WALLET_ADDRESS);
  await expect(page.getByText(words('nft.withdraw.checksum'))).toBeVisible();
  await expectAccessible(page, 'the form of an NFT');
  await expectNoSidewaysScroll(page, 'the form of an NFT');
};

const expectWrongPin = async (page: Page, name: string): Promise<void> => {
  await field(page, 'miner.pin').fill(WRONG_PIN);
  await button(page, 'nft.withdraw.submit').click();
  await expect(nftReview(page)).toContainText(name);
  await expect(nftReview(page)).toContainText('5.00');
  await expect(nftReview(page)).toContainText('7.00');
  await expectAccessible(page, 'the review of an NFT');
  await button(nftReview(page), 'nft.withdraw.accept').click();
  await answerAlert(page, 'NFT Withdrawal', 'Failed NFT Withdrawal');
  await expect(field(page, 'miner.pin')).toHaveValue('');
  await expect(addressField(page)).toHaveValue(WALLET_ADDRESS);
  await expect(page.getByText(words('err_pin_wrong'))).toBeVisible();
};

// proves 2: /profile/nft/withdraw/{id}
// proves 4: after an NFT withdrawal to its history
// proves 5: NFT withdrawal: paste button
// proves 8: NFT withdraw: refusal, PIN cleared; success
test('a member sees an NFT arrive, asks for it to be sent, and takes it back', async ({ newPhone, moneyMoves }) => {
  moneyMoves();
  const member = await registerWith({ USDT: '12' });
  const page = await newPhone({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, member, '/profile');
  await page.getByRole('link', { name: words('profile.nft') }).click();
  await expect(heading(page, 'My NFTs')).toBeVisible();
  await expect(page.getByText('No record found')).toBeVisible();
  await expectAccessible(page, 'no NFT yet');

  const name = await issue(member);
  await page.reload();
  const card = nftCards(page).filter({ hasText: name });
  await expect(card).toContainText('Ready to Withdraw');
  await expect(card).toContainText('Rare');
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => card.locator('img').evaluate(isDrawn)).toBe(true);
  await card.getByRole('link').click();
  await expectForm(page);
  await expectAddressJudged(page);
  await pasteAddress(page);
  await expectWrongPin(page, name);

  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'nft.withdraw.submit').click();
  await button(nftReview(page), 'nft.withdraw.accept').click();
  await answerAlert(page, REQUESTED, FOLLOWS);
  await expect(page).toHaveURL('/profile/nft/history');
  const request = nftCards(page).filter({ hasText: name });
  await expect(request).toContainText('Pending');
  await expect(request).toContainText('usually within 24 hours');
  expect(await balanceOf(member, 'USDT')).toBe('7');
  await expectAccessible(page, 'the history of NFTs');
  await expectNoSidewaysScroll(page, 'the history of NFTs');

  // Pending: no way into the form, not even by its address.
  const [held] = await nftsOf(member);
  await page.goto(`/profile/nft/withdraw/${held!.id}`);
  await expect(page).toHaveURL('/profile/nft');
  await expect(card).toContainText('Pending');
  await expect(card.getByRole('link')).toHaveCount(0);

  await page.getByRole('link', { name: words('nft.history') }).click();
  await button(request, 'withdrawal.cancel').click();
  const question = page.getByRole('dialog', { name: words('withdrawal.cancel.title') });
  await button(question, 'withdrawal.cancel').click();
  await answerAlert(page, words('withdrawal.cancel.done'));
  await expect(request).toContainText(words('nft.history.cancelled'));
  expect(await balanceOf(member, 'USDT')).toBe('12');
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(card).toContainText('Ready to Withdraw');

  // The same first and last characters as the address of last time.
  await card.getByRole('link').click();
  await addressField(page).fill(
    `${WALLET_ADDRESS.slice(0, 6)}${'0'.repeat(32)}${WALLET_ADDRESS.slice(-4)}`.toLowerCase(),
  );
  await expect(page.getByRole('alert')).toContainText(
    words('withdrawal-address.lookalike', { address: WALLET_ADDRESS }),
  );
});

test('operators decide: a reason and the fee back, or approval, a second one where it is rare, and the transaction', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '20' });
  const rare = await issue(member);
  const legendary = await issue(member, 'legendary');
  const idOf = async (name: string) => (await nftsOf(member)).find(({ nft_name }) => nft_name === name)!.id;
  await decide('admin', 'reject', await withdrawByCall(member, await idOf(rare)), '--cause', 'address');
  await signIn(page, member);
  await open(page, '/profile/nft/history');
  const first = nftCards(page).filter({ hasText: rare });
  await expect(first).toContainText('Rejected');
  await expect(first).toContainText(words('nft.history.rejected.address'));
  await expect(first).toContainText(words('nft.history.feeBack'));
  expect(await balanceOf(member, 'USDT')).toBe('20');

  const withdrawal = await withdrawByCall(member, await idOf(legendary));
  await decide('finance', 'approve', withdrawal);
  await expect(decide('finance', 'approve', withdrawal)).rejects.toThrow('somebody else');
  await page.reload();
  const second = nftCards(page).filter({ hasText: legendary });
  await expect(second).toContainText('Pending');
  await decide('admin', 'approve', withdrawal);
  await page.reload();
  await expect(second).toContainText('Approved');
  // The worker sends it, and the history looks again by itself.
  await expect(second).toContainText(/0x[0-9a-f]{64}/, { timeout: 90_000 });
  await expectNoSidewaysScroll(page, 'a transaction');
  expect(await balanceOf(member, 'USDT')).toBe('15');

  await open(page, '/profile/nft');
  const card = nftCards(page).filter({ hasText: legendary });
  await expect(card).toContainText('Approved');
  await expect(card.getByRole('link')).toHaveCount(0);
  await expect(nftCards(page).filter({ hasText: rare }).getByRole('link')).toHaveCount(1);
});

// proves 4: NFT withdraw page leaves when the NFT is missing or not ready
// proves 8: missing NFT: a redirect
test('what cannot be withdrawn: without the fee, of somebody else, of nobody, without a clipboard', async ({
  page,
}) => {
  const member = await registerWith({ USDT: '4.99' });
  await issue(member);
  await signIn(page, member);
  await open(page, '/profile/nft');
  await nftCards(page).getByRole('link').click();
  await expect(page.getByText(words('nft.withdraw.short'))).toBeVisible();
  await button(page, 'nft.withdraw.paste').click();
  await expect(page.getByText(words('nft.withdraw.pasteDenied'))).toBeVisible();
  await field(page, 'nft.withdraw.address').fill(WALLET_ADDRESS);
  await field(page, 'miner.pin').fill(member.pin);
  await expect(button(page, 'nft.withdraw.submit')).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'miner.pin').press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  // What was typed is there again after a reload; the PIN is not.
  await page.reload();
  await expect(field(page, 'nft.withdraw.address')).toHaveValue(WALLET_ADDRESS);
  await expect(field(page, 'miner.pin')).toHaveValue('');

  const [others] = await nftsOf(IN_AMERICA);
  for (const id of [others!.id, '01900000-0000-7000-8000-000000000000', 'x']) {
    await page.goto(`/profile/nft/withdraw/${id}`);
    await expect(page).toHaveURL('/');
  }
  const answer = await call('nft/withdraw', {
    accessToken: await tokenOf(member),
    body: {
      id: others!.id,
      network_type: 'BEP721',
      withdrawal_address: WALLET_ADDRESS,
      member_security_pin: member.pin,
    },
  });
  expect(answer).toMatchObject({ status: 404, errCode: 'err_not_found' });
});

test('a fee that changed meanwhile is put before the member again, the old one beside it', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '20' });
  const name = await issue(member);
  await signIn(page, member);
  await open(page, '/profile/nft');
  await nftCards(page).getByRole('link').click();
  await expect(page.getByText('20.00')).toBeVisible();
  try {
    await askToWithdraw(page, OTHER_ADDRESS, member.pin);
    await expect(nftReview(page)).toContainText('5.00');
    await operators('nft', 'terms', '--fee', '6.50', '--reason', 'journey');
    await button(nftReview(page), 'nft.withdraw.accept').click();
    const changed = page.getByRole('dialog', { name: words('nft.withdraw.changed') });
    await expect(changed.locator('del')).toContainText('5.00');
    await expect(changed).toContainText('6.50');
    await button(changed, 'nft.withdraw.changed.accept').click();
    // Nothing is sent yet: the alert leads to the record of what was asked for.
    const told = page.getByRole('alertdialog', { name: REQUESTED });
    await expect(told).toContainText(FOLLOWS);
    await button(told, 'wallet.record').click();
    await expect(page).toHaveURL(`/profile/nft/history?id=${await newestWithdrawal(member)}`);
    const record = page.getByRole('region', { name: words('common.sought') });
    await expect(record).toContainText(name);
    await expect(record).toContainText(words('nft.status.pending'));
    await expect(nftCards(page).filter({ hasText: name }).first()).toContainText('6.50');
    expect(await balanceOf(member, 'USDT')).toBe('13.5');
  } finally {
    await operators('nft', 'terms', '--fee', '5', '--reason', 'journey');
  }
});

test('a withdrawal whose answer gets lost is asked for again and counts once', async ({ page, watch, moneyMoves }) => {
  moneyMoves();
  watch.expect(/api\/nft\/withdraw/, /ERR_/);
  const member = await registerWith({ USDT: '20' });
  await issue(member);
  await signIn(page, member);
  await open(page, '/profile/nft');
  await nftCards(page).getByRole('link').click();
  let lost = 0;
  await page.route(/\/api\/nft\/withdraw$/, async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await askToWithdraw(page, WALLET_ADDRESS, member.pin);
  await button(nftReview(page), 'nft.withdraw.accept').dblclick();
  await answerAlert(page, REQUESTED, FOLLOWS);
  await expect(nftCards(page)).toHaveCount(1);
  expect(await balanceOf(member, 'USDT')).toBe('15');
  expect(await newestWithdrawal(member)).toBeTruthy();
});

// proves 2: /profile/nft
// proves 2: /profile/nft/history
test('the demo member has items in every state and a history to read', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/profile/nft');
  for (const state of ['Ready to Withdraw', 'Pending', 'Rejected'])
    await expect(nftCards(page).filter({ hasText: state }).first()).toBeVisible();
  await page.getByRole('main').getByRole('listitem').last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await expect(nftCards(page)).toHaveCount(9);
  await expect(nftCards(page).filter({ hasText: 'Approved' })).toHaveCount(1);
  await expectAccessible(page, 'the NFTs of the demo');
  await open(page, '/profile/nft/history');
  await expect(nftCards(page)).toHaveCount(5);
});
