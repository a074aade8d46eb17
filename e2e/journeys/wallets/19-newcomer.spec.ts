import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { holdChain } from '../../src/chain.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, credit, register, registerWith, type Member } from '../../src/member.ts';
import { answerAlert, button, field, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

const review = (page: Page, key: string) => page.getByRole('dialog', { name: words(key) });

/** Test coins at the own address, which count until they are in the wallet. */
const deposit = async (page: Page) => {
  await holdChain(async (mine) => {
    const given = page.waitForResponse(/wallet\/deposit\/faucet/);
    await button(page, 'deposit.faucet', { coin: 'USDT' }).click();
    await given;
    await mine();
    await expect(page.getByText(words('deposit.status.seen'), { exact: true })).toBeVisible();
  });
  const credited = page.getByText(words('deposit.status.credited'), { exact: true });
  await expect(credited).toBeVisible({ timeout: 60_000 });
};

const STEPS = ['home.start.money', 'home.start.swap', 'home.start.subscribe', 'home.start.activate'] as const;

/** What price and activation take of USDT, each by its swap: 1,005.03 and 10.06. */
const TAKES = '1,015.09';

/** What an activation costs, in dollars and in what it is paid with: said alike wherever it is said. */
const FEE = '10.00 USDT (≈ 20.0000 AOGTD)';

/** A step of the way to the first miner, as it stands on home. */
const step = (page: Page, place: number, lacking = TAKES) =>
  page
    .getByRole('listitem')
    .filter({ hasText: words(STEPS[place]!, { amount: place === 0 ? lacking : '1,000' }) })
    .getByRole('link');

/** The steps before one are done, it alone can be opened, and those after it say what comes first. */
const expectNextStep = async (page: Page, next: number, lacking?: string): Promise<void> => {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: words('home.start') }) });
  await expect(card).toBeVisible();
  await expect(card.getByText(words('home.start.done'), { exact: true })).toHaveCount(next);
  await expect(step(page, next, lacking)).toBeVisible();
  await expect(card.getByRole('listitem').getByRole('link')).toHaveCount(1);
  const later = [1, 2, 3].filter((place) => place > next);
  await expect(card.getByText(words('home.start.after', { step: '' }))).toHaveText(
    later.map((place) => words('home.start.after', { step: String(place) })),
  );
};

/** Whoever does not know how finds the answer, and by it the way, before a question is written. */
const expectAnswer = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: words('home.start.help') }).click();
  await expect(page).toHaveURL('/profile/helpcenter');
  await page.getByText(words('question.deposit'), { exact: true }).click();
  await expect(page.getByText(words('question.deposit.text'))).toBeVisible();
  await expectAccessible(page, 'questions');
  await page.getByRole('link', { name: words('wallet.deposit'), exact: true }).click();
  await expect(page).toHaveURL('/asset/spot/deposit');
  await open(page, '/');
};

/** Each network has an address of its own kind. */
const expectAddresses = async (page: Page): Promise<void> => {
  await expect(page.getByText(words('deposit.empty'))).toBeVisible();
  await expect(page.getByRole('img', { name: words('deposit.qr') })).toBeVisible();
  await expect(page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/).first()).toBeAttached();
  await page.getByRole('radio', { name: 'BEP20' }).check();
  await expect(page.getByText(/^0x[0-9a-fA-F]{40}$/).first()).toBeAttached();
  await expectAccessible(page, 'deposit');
  await expectNoSidewaysScroll(page, 'deposit');
};

const expectUnknownHash = async (page: Page): Promise<void> => {
  await page.getByText(words('deposit.check'), { exact: true }).click();
  await field(page, 'deposit.check.hash').fill('0xabc');
  await button(page, 'deposit.check.ask').click();
  await expect(page.getByText(words('err_deposit_hash'))).toBeVisible();
  await field(page, 'deposit.check.hash').fill('ab'.repeat(32));
  await button(page, 'deposit.check.ask').click();
  await expect(page.getByText(words('deposit.check.unknown', { network: 'BEP20' }))).toBeVisible();
};

/** The last deposit's movement leads to that deposit: both name its transaction. */
const expectDepositOfHistory = async (page: Page): Promise<void> => {
  await open(page, '/asset/spot/transaction/all?kind=deposit');
  await page
    .getByRole('list', { name: words('wallet.history') })
    .getByRole('button')
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  const hash = await sheet
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent();
  await sheet.getByRole('link').click();
  await expect(page.getByRole('region', { name: words('common.sought') })).toContainText(hash!);
};

/** From the form that lacks them and back to it: as much as brings 1000 CW after the spread. */
const swapForMiner = async (page: Page, { pin }: Member): Promise<void> => {
  await open(page, '/miner/purchase');
  await expect(page.getByRole('main')).toContainText(FEE);
  await page.getByRole('link', { name: words('miner.topUp', { wallet: 'CW' }) }).click();
  await expect(page).toHaveURL(/\/asset\/spot\/swap\?.*to=4/);
  await expect(field(page, 'swap.amount')).toHaveValue('1005.03');
  await expectAccessible(page, 'swap');
  await expectNoSidewaysScroll(page, 'swap');
  await field(page, 'miner.pin').fill(pin);
  await button(page, 'swap.submit').click();
  const sheet = review(page, 'swap.review');
  await expect(sheet).toContainText(words('swap.issued', { name: 'CW' }));
  await button(sheet, 'swap.accept').click();
  await answerAlert(page, words('swap.done'));
  await expect(page).toHaveURL('/miner/purchase');
};

const swapForActivation = async (page: Page, { pin }: Member, amount: string, arrives: string): Promise<void> => {
  await open(page, '/asset/spot/swap');
  await page.locator('select[name=swap_to]').selectOption('2');
  await field(page, 'swap.amount').fill(amount);
  await field(page, 'miner.pin').fill(pin);
  await button(page, 'swap.submit').click();
  const sheet = review(page, 'swap.review');
  await expect(sheet).toContainText(arrives);
  await button(sheet, 'swap.accept').click();
  // Behind the success the form is empty, and refuses nothing.
  await expect(page.getByRole('alertdialog', { name: words('swap.done') })).toBeVisible();
  await expect(page.locator('input[name=amount]')).toHaveValue('');
  // Its balance comes anew with that.
  await settled(page);
  for (const refusal of [words('miner.short.text', { wallet: 'USDT' }), words('miner.short', { wallet: 'USDT' })])
    await expect(page.locator('main').getByText(refusal)).toHaveCount(0);
  await answerAlert(page, words('swap.done'));
  await expect(page).toHaveURL('/asset');
};

const subscribe = async (page: Page, { pin }: Member, held: string): Promise<void> => {
  await field(page, 'miner.pin').fill(pin);
  await button(page, 'miner.subscribe').click();
  const order = review(page, 'miner.review');
  // What activating takes, and what is there for it.
  await expect(order).toContainText(FEE);
  await expect(order).toContainText(`${held}\u00a0AOGTD`);
  await button(order, 'miner.review.accept').click();
  await answerAlert(page, words('miner.done'));
  await expect(page).toHaveURL('/order');
};

const activate = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).toContainText(FEE);
  await button(page, 'order.activate').click();
  const fee = page.getByRole('dialog');
  await button(fee, 'order.activate').click();
  const done = page.getByRole('alertdialog', { name: words('order.activate.title') });
  await expect(done).toContainText(words('order.activate.done'));
  await answerAlert(page, words('order.activate.title'), words('order.activate.next'));
};

const expectStatement = async (page: Page): Promise<void> => {
  await open(page, '/asset/spot/transaction/statement');
  for (const [wallet, ...lines] of [
    ['USDT', '0.00', '+2,000.00', '−1,025.03', '974.97'],
    ['CW', '0.00', '+1,000.00', '−1,000.00', '0.00'],
    ['AOGTD', '0.0000', '+39.8000', '−20.0000', '19.8000'],
  ] as const) {
    const rows = page.getByRole('region', { name: wallet, exact: true });
    for (const line of lines) await expect(rows).toContainText(line);
  }
};

// proves 2: /asset/spot/deposit
// proves 2: /asset/spot/swap
test('a newcomer from zero: test dollars, their confirmations, a swap, a miner that is activated, and books that add up', async ({
  page,
  moneyMoves,
}) => {
  // A deposit has its confirmations.
  test.slow();
  moneyMoves();
  const member = await register();
  await signIn(page, member);
  // Home shows the way, and each step of it leads to where it is done.
  await expectNextStep(page, 0);
  await expect(page.getByText(words('home.start.activate.fee', { amount: FEE }))).toBeVisible();
  await expectAnswer(page);
  await step(page, 0).click();
  await expect(page).toHaveURL(/\/asset\/spot\/deposit\?back=/);
  await expectAddresses(page);
  await deposit(page);
  expect(await balanceOf(member, 'USDT')).toBe('2000');
  await expectAccessible(page, 'a deposit');
  await expectUnknownHash(page);
  await expectDepositOfHistory(page);

  await open(page, '/');
  await expectNextStep(page, 1);
  await step(page, 1).click();
  await expect(page).toHaveURL(/\/asset\/spot\/swap\?.*to=4.*back=/);
  await expect(field(page, 'swap.amount')).toHaveValue('1005.03');
  await swapForMiner(page, member);
  expect(await balanceOf(member, 'CW')).toBe('1000');
  await swapForActivation(page, member, '20', '39.8000');
  expect(await balanceOf(member, 'AOGTD')).toBe('39.8');

  await open(page, '/');
  await expectNextStep(page, 2);
  await step(page, 2).click();
  await expect(page).toHaveURL('/miner/purchase');
  await subscribe(page, member, '39.8000');
  await open(page, '/');
  await expectNextStep(page, 3);
  // What was done for it is not asked for once more, though it is spent.
  await expect(page.getByText(words('home.start.money', { amount: TAKES }))).toBeVisible();
  await step(page, 3).click();
  await expect(page).toHaveURL('/order');
  await activate(page);
  expect(await balanceOf(member, 'AOGTD')).toBe('19.8');
  await open(page, '/');
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
  await expect(page.getByText(words('home.start'), { exact: true })).toHaveCount(0);
  // In its place: what the miner does.
  await expect(page.getByRole('link', { name: new RegExp(`^${words('home.mining')}`) })).toContainText(
    /[1-9]\d*\.\d\d Th\/s/,
  );
  await expectStatement(page);
});

test('a newcomer with exactly what the first step asks for gets a miner that is activated; with a cent less the step is open', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '1015.08' });
  await signIn(page, member);
  // What is there is not asked for once more.
  await expectNextStep(page, 0, '0.01');
  await expect(step(page, 0, '0.01')).toContainText(words('home.start.money.rest', { amount: TAKES }));
  await credit(member, 'USDT', '0.01');
  await open(page, '/');
  await expectNextStep(page, 1);
  await swapForMiner(page, member);
  await swapForActivation(page, member, '10.06', '20.0194');
  expect(await balanceOf(member, 'USDT')).toBe('0');
  await open(page, '/miner/purchase');
  await subscribe(page, member, '20.0194');
  await activate(page);
});

test('a newcomer who comes to the second step first reads that there is nothing to swap yet, and is led to the first', async ({
  page,
}) => {
  await signIn(page, await register());
  await expectNextStep(page, 0);
  await page.goto('/asset/spot/swap?to=4&get=1000&back=/');
  await expect(page.getByText(words('transaction.wallet.empty', { wallet: 'USDT' }))).toBeInViewport();
  // What it will take stands there already, and nothing is wrong with it.
  const amount = field(page, 'swap.amount');
  await expect(amount).toHaveValue('1005.03');
  await expect(amount).not.toHaveAttribute('aria-invalid');
  await expectAccessible(page, 'nothing to swap yet');
  await expectNoSidewaysScroll(page, 'nothing to swap yet');
  const way = page.getByRole('link', { name: words('miner.topUp', { wallet: 'USDT' }) });
  await expect(way).toBeInViewport({ ratio: 1 });
  await way.click();
  await expect(page).toHaveURL(/\/asset\/spot\/deposit\?back=/);
  await expectAddresses(page);
});
