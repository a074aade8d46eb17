import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../src/seen/accessible.ts';
import { registerAtDesk } from '../../src/console/machines.ts';
import { call, succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, DEMO, IN_AMERICA, registerWith, tokenOf } from '../../src/member.ts';
import { ACTIVATED, deliverX2Miners, ON_QUEUE, ordersOf, READY } from '../../src/orders.ts';
import { answerAlert, button, field, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { askToSubscribe, expectSubscribed, pay, review } from '../../src/subscribe.ts';
import { words } from '../../src/words.ts';
import { operators } from '../../src/world.ts';

const WRONG_PIN = '000000';

/** From the lower edge of what pays to the upper edge of the way out. */
const roomBeforeCancel = (dialog: Locator): Promise<number> =>
  dialog.locator('footer').evaluate((foot) => {
    const [pays, cancels] = [...foot.querySelectorAll('button')].map((each) => each.getBoundingClientRect());
    return cancels!.top - pays!.bottom;
  });

// proves 2: /miner/purchase2
// proves 4: a cancelled order opens with its refund
// proves 4: after subscribe to /order
// proves 8: subscribe: success, then /order
// proves 8: empty lists: No record found
test('X2 without stock: the member waits, changes their mind, and has everything back', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '10000' });
  const stock = await succeed('package/subscriber', { method: 'GET', accessToken: await tokenOf(member) });
  const place = words('miner.waiting.place', { place: String(Number(stock['waiting_stock_x2']) + 1) });
  await signIn(page, member);
  await open(page, '/miner');
  await page.getByRole('tab', { name: 'X2 MAX' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(place);
  await open(page, '/miner/purchase2');
  const blessings = await page.getByText(/^\d+ Raya Blessings?$/).innerText();
  await askToSubscribe(page, member.pin);
  const notice = page.getByRole('dialog', { name: words('miner.waiting') });
  await expect(notice).toContainText(words('miner.waiting.refund'));
  await expectAccessible(page, 'the notice about stock');
  await button(notice, 'miner.waiting.accept').click();
  await expect(review(page)).toContainText('10,000.00');
  expect(await roomBeforeCancel(review(page))).toBeGreaterThanOrEqual(8);
  await expect(review(page)).toContainText(place);
  await expect(review(page)).toContainText(`+ ${blessings}`);
  await pay(page);
  await expectSubscribed(page, 'You paid 10,000.00 USDT.', words('miner.waiting.refund'));
  expect((await ordersOf(member)).map((order) => order.package_order_status)).toEqual([ON_QUEUE]);
  expect(await balanceOf(member, 'USDT')).toBe('0');

  await page.getByText(words('order.stock'), { exact: true }).first().click();
  await button(page, 'order.cancel').click();
  // It goes back to the wallet it came from, in its money.
  await expect(page.getByRole('dialog', { name: words('order.cancel.title') })).toContainText('10,000.00 USDT');
  await expectAccessible(page, 'cancelling an order');
  await button(page.getByRole('dialog', { name: words('order.cancel.title') }), 'order.cancel').click();
  await answerAlert(page, words('order.cancel'), words('order.cancel.done'));
  await expect(page).toHaveURL(/\/order\/details\/[\w-]+$/);
  const receipt = page.getByRole('main');
  await expect(receipt.getByText(words('order.status.cancelled'), { exact: true })).toBeVisible();
  await expect(receipt).toContainText(words('order.cancelled.refund'));
  await expect(receipt).toContainText('10,000.00 USDT');
  await expectAccessible(page, 'a cancelled order');
  await page.reload();
  await expect(receipt.getByText(words('order.status.cancelled'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page.getByText(words('common.noRecord'))).toBeVisible();
  expect(await ordersOf(member)).toEqual([]);
  expect(await balanceOf(member, 'USDT')).toBe('10000');
});

/** Before the delivery of the next journey, which goes to who waits longest. */
// proves 2: /order: out of stock
test('the out-of-stock section holds what waits for machines, first come first', async ({ page }) => {
  const { outOfStock } = await succeed('package/order/queue', { method: 'GET', accessToken: await tokenOf(DEMO) });
  const waiting = outOfStock as { package_order_no: string; queue: number }[];
  expect(waiting.length, 'the demo has orders without stock').toBeGreaterThan(0);
  await signIn(page, DEMO, '/order');
  await settled(page);
  await page.getByText(words('order.stock'), { exact: true }).first().click();
  for (const { package_order_no: number } of waiting) await expect(page.getByText(number)).toBeVisible();
  await expect(page.getByRole('button', { name: words('order.cancel') })).toHaveCount(waiting.length);
});

// proves 2: /miner: tabs X1 MAX and X2 MAX
test('X2 by USDT: the order waits for stock and is ready when an operator registers new miners', async ({
  page,
  browser,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '10000' });
  await signIn(page, member);
  await open(page, '/miner');
  await page.getByRole('tab', { name: 'X2 MAX' }).click();
  await expect(page.getByText(words('miner.outOfStock'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: words('miner.subscribe'), exact: true }).click();
  await expect(page).toHaveURL('/miner/purchase2');
  await askToSubscribe(page, member.pin);
  await button(page, 'miner.waiting.accept').click();
  await pay(page);
  await expectSubscribed(page);

  // Others were first: enough for all of them and for this one.
  await page.goto('about:blank');
  const isReady = async () => (await ordersOf(member))[0]?.package_order_status === READY;
  await deliverX2Miners(40, isReady, (file) => registerAtDesk(browser, file));
  await open(page, '/order');
  await expect(page.getByText(words('order.pending'), { exact: true })).toBeVisible();
  await expect(button(page, 'order.activate')).toBeVisible();
  const [order] = await ordersOf(member);
  expect(order).toMatchObject({ package_order_packageid: 5, package_order_status: READY });
});

test('too little in a wallet is said before anything is sent, and the server refuses it too', async ({ page }) => {
  const member = await registerWith({ CW: '10' });
  await signIn(page, member);
  await open(page, '/miner/purchase');
  await expect(page.getByText(words('miner.short.text', { wallet: 'CW' }))).toBeVisible();
  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'miner.short', { wallet: 'CW' }).click();
  await expect(review(page)).toBeHidden();

  const body = { package: 1, payment_method: 1, quantity: 1, amount1: '1000', member_security_pin: member.pin };
  const answer = await call('package/purchase', { accessToken: await tokenOf(member), body });
  expect(answer).toMatchObject({ status: 422, errCode: 'err_insufficient_balance' });
  expect(await balanceOf(member, 'CW')).toBe('10');
});

test('five wrong PINs lock the PIN, for the right one too', async ({ page }) => {
  const member = await registerWith({ CW: '1000' });
  await signIn(page, member);
  await open(page, '/miner/purchase');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await askToSubscribe(page, WRONG_PIN);
    await pay(page);
    const refusal = attempt < 5 ? words('err_pin_wrong') : /PIN/;
    await answerAlert(page, words('common.title.miner'), refusal);
  }
  await askToSubscribe(page, member.pin);
  await pay(page);
  await answerAlert(page, words('common.title.miner'), words('err_pin_locked'));
  expect(await ordersOf(member)).toEqual([]);
  expect(await balanceOf(member, 'CW')).toBe('1000');
});

const drawn = (text: Locator) =>
  text.evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    size: parseFloat(getComputedStyle(element).fontSize),
  }));

/** What the network gives stands before the contract's figure, and larger; that one says what it is. */
const expectTruthFirst = async (page: Page): Promise<void> => {
  const facts = page.getByRole('region', { name: words('miner.facts') });
  const network = facts.getByText(/^0\.\d{8}\sBTC$/).filter({ visible: true });
  const contract = facts.getByText(/^0\.\d{6}\sBTC$/).filter({ visible: true });
  const [first, second] = [await drawn(network), await drawn(contract)];
  expect(first.top).toBeLessThan(second.top);
  expect(first.size).toBeGreaterThan(second.size);
  const labelled = facts.getByText(words('miner.daily.contract'), { exact: true }).locator('..');
  await expect(labelled).toContainText(words('miner.daily'));
  await expect(labelled).toContainText(words('common.contractFigure'));
  await expect(labelled).toContainText((await contract.textContent())!);

  // How long it takes as the difficulty stays or grows, with the halving; and what is left of the most after the price.
  const growths = facts.getByRole('table', { name: words('miner.payback') }).getByRole('row');
  for (const growth of ['0%', '+1%', '+2%']) {
    const row = growths.filter({ has: page.getByRole('rowheader', { name: growth, exact: true }) });
    await expect(row.getByRole('cell')).toHaveText([/\d days?$|\d years$/, /\d days?$|\d years$/]);
  }
  await expect(facts).toContainText(/with the halving in about \d+ days?:/);
  await expect(facts).toContainText(`$2,500 ${words('miner.maxProfit.net', { net: '$1,500' })}`);
};

const expectVoucherTerms = async (page: Page): Promise<void> => {
  const facts = page.getByRole('region', { name: words('miner.facts') });
  await expect(facts).toContainText(words('miner.maxProfit.voucher'));
  // The network's figure is there, what would follow from it with a price is not.
  await expect(facts.getByText(words('miner.network.text'), { exact: true })).toBeVisible();
  await expect(facts.getByRole('table')).toHaveCount(0);
  await expect(facts).not.toContainText('$2,500');
  const shown = page.getByRole('list', { name: words('miner.packages') }).getByRole('listitem');
  await expect(shown).toContainText(words('miner.voucherOnly'));
  await expect(shown).not.toContainText('USDT');
};

// proves 4: changing package or quantity recalculates
test('another quantity or package recalculates what is paid', async ({ page }) => {
  const member = await registerWith({ CW: '3000', RW: '500' });
  await operators('package', 'set', '--id', '2', '--price', '120', '--reason', 'journey');
  try {
    await signIn(page, member);
    await open(page, '/miner/purchase');
    await test.step('the offer tells the truth first', () => expectTruthFirst(page));
    await field(page, 'miner.method').selectOption('2');
    const form = page.getByRole('main');
    await expect(form).toContainText('900.00 CW');
    await expect(form).toContainText('100.00 RW');
    await field(page, 'miner.quantity').fill('3');
    await expect(form).toContainText('2,700.00 CW');
    await expect(form).toContainText('300.00 RW');
    await page.getByRole('button', { name: words('miner.next') }).click();
    await expect(form).toContainText('3,240.00 CW');
    await expect(form).toContainText('360.00 RW');
    await page.getByRole('button', { name: words('miner.next') }).click();
    await test.step('a package that only a voucher brings has no figures of a price', () => expectVoucherTerms(page));
  } finally {
    await operators('package', 'set', '--id', '2', '--price', '100', '--reason', 'journey is over');
  }
});

test('several ready miners are activated after one look at all their fees', async ({ page, moneyMoves }) => {
  moneyMoves();
  const member = await registerWith({ CW: '2000', AOGTD: '100' });
  await succeed('package/purchase', {
    accessToken: await tokenOf(member),
    body: {
      package: 1,
      payment_method: 1,
      quantity: 2,
      amount1: '2000',
      amount2: '0',
      amount3: '0',
      member_security_pin: member.pin,
    },
  });
  await signIn(page, member, '/order');
  await settled(page);
  // Nothing is listed below those: no count of it, and no end.
  const count = page.getByRole('heading', { name: /^\d+ orders?$/ });
  await expect(page.getByText(words('order.pending'), { exact: true })).toBeVisible();
  await expect(count).toHaveCount(0);
  await expect(page.getByText(words('common.endOfList'), { exact: true })).toHaveCount(0);
  await button(page, 'order.activateAll').click();
  const modal = page.getByRole('dialog', { name: words('order.activateAll') });
  // Two fees of 10 USDT at two AOGTD for a dollar.
  await expect(modal.getByText('20.0000 AOGTD', { exact: true })).toHaveCount(2);
  await expect(modal).toContainText('40.0000 AOGTD');
  await expect(modal).toContainText('60.0000 AOGTD');
  await button(modal, 'order.activateAll').click();
  const done = page.getByRole('alertdialog', { name: words('order.activate.title') });
  await expect(done).toContainText(words('order.activateAll.progress', { done: '2', count: '2' }));
  await answerAlert(page, words('order.activate.title'), words('order.activate.next'));
  await expect(count).toHaveText('2 orders');
  expect((await ordersOf(member)).map((order) => order.package_order_status)).toEqual([ACTIVATED, ACTIVATED]);
  expect(await balanceOf(member, 'AOGTD')).toBe('60');
});

test('a quantity that cannot be bought stays as it was typed, and the button says what can', async ({ page }) => {
  await signIn(page, await registerWith({ CW: '3000' }));
  await open(page, '/miner/purchase');
  const quantity = field(page, 'miner.quantity');
  for (const typed of ['999', '0', '1.5', '']) {
    await quantity.fill(typed);
    await quantity.blur();
    await expect(quantity).toHaveValue(typed);
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(
      page.getByText(words('miner.quantity.range', { min: '1', max: '100' }), { exact: true }),
    ).toBeVisible();
    await button(page, 'miner.quantity.button', { min: '1', max: '100' }).click();
    await expect(quantity).toBeFocused();
    await expect(page.getByRole('main')).not.toContainText('1,000.00 CW');
  }
  await quantity.fill('2');
  await expect(quantity).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('main')).toContainText('2,000.00 CW');
});

test('a price that moves between looking and paying is shown, and asked about again', async ({ page, moneyMoves }) => {
  moneyMoves();
  const member = await registerWith({ CW: '1000', RW: '500' });
  await signIn(page, member);
  await open(page, '/miner/purchase');
  await field(page, 'miner.method').selectOption('2');
  await askToSubscribe(page, member.pin);
  await expect(review(page)).toContainText('100.00');
  await operators('price', 'set', '--wallet', 'RW', '--price', '2', '--reason', 'journey');
  try {
    await pay(page);
    const changed = page.getByRole('dialog', { name: words('miner.changed') });
    await expect(changed).toContainText('100.00');
    await expect(changed).toContainText('50.00');
    expect(await balanceOf(member, 'RW')).toBe('500');
    await button(changed, 'miner.changed.accept').click();
    await expectSubscribed(page, 'You paid 900.00 CW and 50.00 RW.', words('miner.review.ready'));
  } finally {
    await operators('price', 'set', '--wallet', 'RW', '--price', '1', '--reason', 'journey is over');
  }
  expect(await balanceOf(member, 'CW')).toBe('100');
  expect(await balanceOf(member, 'RW')).toBe('450');
});

test('lost answers and double taps make one order each', async ({ page, watch, moneyMoves }) => {
  moneyMoves();
  watch.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const member = await registerWith({ CW: '2000' });
  await signIn(page, member);

  // The server does what it was asked, but nobody hears of it.
  let lost = 0;
  await page.route('**/api/package/purchase', async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort('failed');
  });
  await open(page, '/miner/purchase');
  await askToSubscribe(page, member.pin);
  await pay(page);
  await expect(page.getByText(words('miner.lost'), { exact: true })).toBeVisible();
  expect(lost).toBe(3);
  await page.unroute('**/api/package/purchase');
  await page.reload();
  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'miner.ask').click();
  await expectSubscribed(page);
  expect(await ordersOf(member)).toHaveLength(1);
  expect(await balanceOf(member, 'CW')).toBe('1000');

  await open(page, '/miner/purchase');
  await askToSubscribe(page, member.pin);
  await button(review(page), 'miner.review.accept').dblclick();
  await expectSubscribed(page);
  expect(await ordersOf(member)).toHaveLength(2);
  expect(await balanceOf(member, 'CW')).toBe('0');
});

// proves 2: /miner/purchase: info modal resets to the first package
// proves 4: country 211: overlay, refusal, no way to leave package 2
// proves 8: unavailable country: alert and overlay
test('the shared contract is closed to members of country 211, on the page and behind it', async ({ page }) => {
  await signIn(page, IN_AMERICA);
  await open(page, '/miner/purchase');
  await expect(page.getByText(words('miner.restricted'), { exact: true })).toBeVisible();
  await expect(button(page, 'miner.next')).toBeDisabled();
  await expect(button(page, 'miner.previous')).toBeDisabled();
  // The button says it before it is pressed.
  await button(page, 'miner.restricted.button').click();
  await answerAlert(page, words('miner.failed'), words('err_country_unavailable'));

  const before = await ordersOf(IN_AMERICA);
  const body = { package: 2, payment_method: 1, quantity: 1, amount1: '1000', member_security_pin: IN_AMERICA.pin };
  const answer = await call('package/purchase', { accessToken: await tokenOf(IN_AMERICA), body });
  expect(answer).toMatchObject({ status: 422, errCode: 'err_country_unavailable' });
  // By their ids: what they work right now changes by itself.
  expect((await ordersOf(IN_AMERICA)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));

  await button(page, 'miner.restricted.first').click();
  const info = page.getByRole('dialog', { name: words('miner.info') });
  await expect(info).toContainText('United States');
  await info
    .getByRole('button', { name: words('common.close') })
    .last()
    .click();
  await expect(page.getByText(words('miner.restricted'), { exact: true })).toBeHidden();
  await expect(button(page, 'miner.next')).toBeEnabled();
});
