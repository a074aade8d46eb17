import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { succeed } from '../../src/call.ts';
import { hasSucceeded, holdChain, ownerOnChain } from '../../src/chain.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith, tokenOf, type Member } from '../../src/member.ts';
import {
  decide as decideNft,
  issue,
  nftCards,
  nftsOf,
  OTHER_ADDRESS,
  WALLET_ADDRESS,
  withdrawByCall as withdrawNft,
} from '../../src/nfts.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { confirmByMail, decide, useAddressesAtOnce, withdrawByCall } from '../../src/withdrawals.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

const PATH = '/asset/spot/withdraw';

useAddressesAtOnce();

/** Stands before the form with an amount typed, and saves the address on the way. */
const fillForm = async (page: Page, member: Member, amount: string) => {
  await signIn(page, member, PATH);
  await expect(heading(page, words('withdrawal.title'))).toBeVisible();
  await page.getByRole('radio', { name: 'BEP20' }).check();
  // Nothing is saved: the way there leads back with everything kept.
  await expect(page.getByText(words('withdrawal.noAddress', { coin: 'USDT', network: 'BEP20' })).first()).toBeVisible();
  await expect(page.getByText(words('withdrawal.arrives'), { exact: true }).locator('..')).toContainText('–');
  await field(page, 'withdrawal.amount').fill(amount);
  await page.getByRole('link', { name: words('withdrawal.save') }).click();
  await field(page, 'withdrawal-address.address').fill(OTHER_ADDRESS);
  await confirmByMail(page, member);
  await button(page, 'withdrawal-address.save').click();
  await answerAlert(page, words('withdrawal-address.done'), words('withdrawal-address.doneMessage'));
  await expect(page).toHaveURL(PATH);
  await expect(field(page, 'withdrawal.amount')).toHaveValue(amount);
};

/** Asks for what is typed; gives the id as operators see it. */
const ask = async (page: Page, member: Member): Promise<string> => {
  await confirmByMail(page, member);
  await button(page, 'withdrawal.submit').click();
  await expect(page.getByRole('dialog').getByText('26.00')).toBeVisible();
  await button(page, 'withdrawal.accept').click();
  const sent = `25.00 USDT to ${OTHER_ADDRESS.slice(0, 6)}…${OTHER_ADDRESS.slice(-4)}`;
  await answerAlert(page, words('withdrawal.done'), `${sent}${words('withdrawal.done.text')}`);
  await expect(page).toHaveURL(`${PATH}/history`);
  await expect(page.getByText(words('withdrawal.status.review'))).toBeVisible();
  const lines = (await operator('withdrawal', 'list')).join('\n').split('\n');
  return lines.find((line) => line.includes(member.email))!.split(' ')[0]!;
};

/** The total of the wallets, and what it says to leave out because it is held. */
const expectTotal = async (page: Page, total: string, held: string | null) => {
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  const beside = page.getByRole('button', { name: words('wallet.total.held') });
  if (held === null) await expect(beside).toHaveCount(0);
  else await expect(beside).toContainText(held);
};

/** What the button says while the next code has to wait. */
const waits = () => new RegExp(words('session.code.wait', { seconds: '\\d+' }));

test('a code on its way is known in another tab too; where it is not, it is the code that is not sent', async ({
  page,
}) => {
  const member = await registerWith({ USDT: '500' });
  await fillForm(page, member, '25');
  await field(page, 'session.pin').fill(member.pin);
  await button(page, 'session.code.send').click();
  await expect(page.getByRole('button', { name: waits() })).toBeVisible();
  // Whoever comes back from the mail to another tab finds the wait on the button; where it was not kept, the code failed alone.
  const later = await page.context().newPage();
  await open(later, PATH);
  await expect(later.getByRole('button', { name: waits() })).toHaveAttribute('aria-disabled', 'true');
  await later.evaluate(() => localStorage.removeItem('minerx:own:code:withdrawal'));
  await later.reload();
  await field(later, 'withdrawal.amount').fill('25');
  await field(later, 'session.pin').fill(member.pin);
  await button(later, 'session.code.send').click();
  await answerAlert(later, words('session.code.failed'));
  await expect(later.getByRole('button', { name: waits() })).toHaveAttribute('aria-disabled', 'true');
});

// proves 2: /asset/spot/withdraw
// proves 2: /asset/spot/withdraw/history
test('what is approved goes to the chain: dollars and an NFT are sent, counted and final, and the contracts agree', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '500' });
  const name = await issue(member);
  await fillForm(page, member, '25');
  const id = await ask(page, member);
  const [nft] = await nftsOf(member);
  const nftWithdrawal = await withdrawNft(member, nft!.id);
  const { collection } = await succeed('nft/collection', { method: 'GET', accessToken: await tokenOf(member) });
  await holdChain(async () => {
    await Promise.all([decide('approve', id, '--revision', '1'), decideNft('admin', 'approve', nftWithdrawal)]);
    // The history looks again by itself while something is on its way.
    await expect(page.getByText(words('withdrawal.status.sent'), { exact: true })).toBeVisible({ timeout: 60_000 });
  });
  await expect(page.getByText(words('withdrawal.state.confirmed'))).toBeVisible({ timeout: 60_000 });
  const hash = await page
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent();
  expect(await hasSucceeded(hash!)).toBe(true);
  await expectAccessible(page, 'a withdrawal that is final');
  await expectNoSidewaysScroll(page, 'a withdrawal that is final');

  // It left the balance when it was asked for, and what was held for it when it was final.
  await open(page, '/asset/spot/transaction/1');
  const line = (kind: string) =>
    page
      .getByRole('list', { name: words('wallet.history') })
      .getByRole('listitem')
      .filter({ hasText: words(kind) });
  await expect(line('transaction.kind.withdrawal_sent')).toContainText(/[^−]26\.00/);
  await expect(line('transaction.kind.withdrawal_sent')).toContainText(words('transaction.setAside'));
  await expect(line('transaction.kind.withdrawal')).toContainText('−26.00');
  await expect(line('transaction.kind.withdrawal')).toContainText(words('withdrawal.status.confirmed'));
  await line('transaction.kind.withdrawal').filter({ hasText: '−26.00' }).getByRole('button').click();
  const record = page.getByRole('dialog', { name: words('transaction.kind.withdrawal') });
  await expect(record.getByText(words('withdrawal.arrives'), { exact: true }).locator('..')).toContainText('25.00');
  await page.keyboard.press('Escape');

  await open(page, '/profile/nft/history');
  const card = nftCards(page).filter({ hasText: name });
  await expect(card).toContainText(words('nft.history.final'), { timeout: 60_000 });
  const owner = card.getByText(words('nft.history.owner')).locator('..');
  await expect(owner).toContainText(WALLET_ADDRESS);
  await expectAccessible(page, 'an NFT that was sent');
  await expectNoSidewaysScroll(page, 'an NFT that was sent');
  const { contract_address: contract } = (collection as { collection_id: string; contract_address: string }[]).find(
    ({ collection_id }) => collection_id === 'super_rare',
  )!;
  const token = Number(/\d{5}/.exec(name)![0]);
  expect(await ownerOnChain(contract, token)).toBe(WALLET_ADDRESS.toLowerCase());
});

test('what is taken back or rejected is in the wallet again, and says why', async ({
  page,
  newPhone,
  watch,
  moneyMoves,
}) => {
  moneyMoves();
  watch.expect(/ERR_FAILED/);
  const member = await registerWith({ USDT: '500' });
  await fillForm(page, member, '25');
  // More than there is adds up to nothing, and what there is is one press away.
  await field(page, 'withdrawal.amount').fill('600');
  await field(page, 'session.pin').focus();
  await expect(page.getByText('601.00')).toBeHidden();
  await button(page, 'withdrawal.use', { most: '499.00 USDT' }).click();
  await expect(field(page, 'withdrawal.amount')).toHaveValue('499');
  await expect(page.getByText('500.00 USDT')).toHaveCount(2);
  await field(page, 'withdrawal.amount').fill('25');
  // The server does what it was asked, but nobody hears of it: the form then asks for the same one.
  await page.route('**/api/wallet/withdraw', async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await confirmByMail(page, member);
  await button(page, 'withdrawal.submit').click();
  await button(page, 'withdrawal.accept').click();
  await expect(page.getByRole('heading', { name: words('withdrawal.lost') })).toBeVisible();
  await expect(page.getByText(words('withdrawal.failed'))).toBeHidden();
  await page.unroute('**/api/wallet/withdraw');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('25.00 USDT · BEP20');
  await expectAccessible(page, 'a withdrawal without an answer');
  // A code is on its way: the button knows it after the reload too.
  await expect(page.getByRole('button', { name: waits() })).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'session.pin').fill(member.pin);
  await field(page, 'session.code').fill('123456');
  await button(page, 'miner.ask').click();
  // The alert leads to the record of what was asked for.
  const told = page.getByRole('alertdialog', { name: words('withdrawal.done') });
  await expect(told).toContainText(words('withdrawal.done.text'));
  await button(told, 'wallet.record').click();
  await expect(page).toHaveURL(/withdraw\/history\?id=[\w-]+$/);
  const sought = page.getByRole('region', { name: words('common.sought') });
  await expect(sought).toContainText(words('withdrawal.status.review'));
  await page.goto(`${PATH}/history`);
  expect(await balanceOf(member, 'USDT')).toBe('474');
  await button(page, 'withdrawal.cancel').first().click();
  await button(page.getByRole('dialog'), 'withdrawal.cancel').click();
  await answerAlert(page, words('withdrawal.cancel.done'), words('withdrawal.state.cancelled'));
  await expect(page.getByText(words('withdrawal.status.cancelled'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('withdrawal.feeBack'), { exact: true })).toHaveCount(1);
  expect(await balanceOf(member, 'USDT')).toBe('500');

  // The history of the wallets says so too, in the row of what was asked for and in its record, which leads to it.
  await open(page, '/asset/spot/transaction/1?kind=withdrawal');
  const row = page.getByRole('list', { name: words('wallet.history') }).getByRole('listitem');
  await expect(row).toContainText(words('withdrawal.status.cancelled'));
  await row.getByRole('button').click();
  const record = page.getByRole('dialog', { name: words('transaction.kind.withdrawal') });
  await expect(record).toContainText(words('withdrawal.status.cancelled'));
  await record.getByRole('link', { name: words('transaction.origin.withdrawal') }).click();
  await expect(sought).toContainText('25.00');

  const other = await registerWith({ USDT: '100' });
  const withdrawal = await withdrawByCall(other, WALLET_ADDRESS, '50');
  const phone = await newPhone();
  await signIn(phone, other, '/asset');
  await expectTotal(phone, '$49.00', '$51.00');
  await decide('reject', withdrawal, '--cause', 'account');
  await open(phone, '/asset');
  await expectTotal(phone, '$100.00', null);
  await open(phone, `${PATH}/history`);
  await expect(phone.getByText(words('withdrawal.status.rejected'), { exact: true })).toBeVisible();
  await expect(phone.getByText(words('withdrawal.rejected.account'))).toBeVisible();
  await expect(phone.getByText(words('common.endOfList'), { exact: true })).toBeVisible();
  await expect(phone.getByText(words('withdrawal.feeBack'), { exact: true })).toBeVisible();
  expect(await balanceOf(other, 'USDT')).toBe('100');
});
