import { call, succeed } from '../../src/call.ts';
import { remember } from '../../src/first-miner.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, credit, registerWith, tokenOf } from '../../src/member.ts';
import { ACTIVATED, ordersOf, READY } from '../../src/orders.ts';
import { answerAlert, button, field, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { askToSubscribe, expectSubscribed, pay, review } from '../../src/subscribe.ts';
import { words } from '../../src/words.ts';
import { operator, worldTime } from '../../src/world.ts';

// proves 2: /miner/purchase
// proves 8: activate: success
test('a new member pays 80 % from CW and 20 % from RW, activates, and watches the miner work', async ({
  page,
  context,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ CW: '900', RW: '300' });
  const community = ['--id', '7', '--name', 'Journeys', '--methods', '1|2|3', '--member', member.email];
  await operator('community', 'set', ...community, '--reason', 'journey');

  await signIn(page, member);
  await page.getByRole('link', { name: words('common.nav.miner'), exact: true }).click();
  await expect(page.getByText(words('miner.ready'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: words('miner.subscribe'), exact: true }).click();
  await expect(page).toHaveURL('/miner/purchase');
  await settled(page);
  await field(page, 'miner.method').selectOption({ label: 'CW 80% + RW 20%' });
  await askToSubscribe(page, member.pin);
  await expect(review(page)).toContainText('800.00');
  await expect(review(page)).toContainText('200.00');
  await pay(page);
  await expectSubscribed(page);
  expect(await balanceOf(member, 'CW')).toBe('100');
  expect(await balanceOf(member, 'RW')).toBe('100');
  const [ready] = await ordersOf(member);
  expect(ready).toMatchObject({ package_order_packageid: 1, package_order_status: READY });

  // The fee is paid from AOGTD, and there is none yet.
  await button(page, 'order.activate').click();
  const modal = page.getByRole('dialog', { name: words('order.activate.title') });
  await expect(modal).toContainText(words('err_insufficient_balance'));
  await expect(button(modal, 'order.activate')).toBeDisabled();
  const accessToken = await tokenOf(member);
  const refused = await call('package/order/activate', { accessToken, body: { id: ready?.id } });
  expect(refused).toMatchObject({ status: 422, errCode: 'err_insufficient_balance' });
  await button(modal, 'common.cancel').click();

  await credit(member, 'AOGTD', '25');
  await page.reload();
  await button(page, 'order.activate').click();
  await expect(modal).toContainText('20.0000');
  await button(modal, 'order.activate').click();
  await answerAlert(page, words('order.activate.title'), words('order.activate.done'));
  expect(await balanceOf(member, 'AOGTD')).toBe('5');
  const [live] = await ordersOf(member);
  expect(live).toMatchObject({ package_order_status: ACTIVATED });
  const activatedAt = worldTime().toISOString();

  await page.getByRole('link', { name: new RegExp(live?.package_order_serial_no ?? 'no serial') }).click();
  await expect(page).toHaveURL(`/order/details/${live?.id}`);
  await expect(page.getByText(words('common.demo'), { exact: true })).toBeVisible();
  const hashrate = page.getByText(/^\d{2}\.\d{2}$/).first();
  await expect(hashrate).toBeVisible();
  const first = await hashrate.innerText();
  await expect.poll(() => hashrate.innerText(), { message: 'the hashrate moves' }).not.toBe(first);
  await page.getByRole('tab', { name: words('order.tab.hashrate') }).click();
  await expect(page.getByText(words('common.live'), { exact: true }).first()).toBeVisible();
  await expect.poll(() => hashrate.innerText(), { message: 'so does it beside the chart' }).not.toBe(first);

  // The axis begins at nothing; who wants to see the line move comes nearer, and goes back.
  const chart = page.getByRole('figure', { name: words('order.hashrate') });
  const lowest = chart
    .locator('[aria-hidden="true"]')
    .getByText(/^\d+(\.\d+)?$/)
    .first();
  const zoom = button(chart, 'order.chart.zoom');
  await expect(lowest).toHaveText('0');
  await zoom.click();
  await expect(lowest).toHaveText(/^[1-9]/);
  await zoom.click();
  await expect(lowest).toHaveText('0');

  // Its machine has been at work for long, and not for this order: what came before the activation is nobody's here.
  const started = words('order.chart.started', { time: '' }).trim();
  await expect(page.getByText(new RegExp(`^${started} \\d{2}:\\d{2}$`))).toBeVisible();
  const { points } = await succeed(`order/hashrate?id=${live?.id}`, { method: 'GET', accessToken });
  const before = (points as { time: string; hashrate: number | null }[]).filter(({ time }) => time < activatedAt);
  expect(before.length).toBeGreaterThan(300);
  expect(before.every((point) => point.hashrate === null)).toBe(true);

  // The same by its addresses; somebody else's order is none.
  await open(page, `/order/details/${live?.id}`);
  await page.goto(`/order/${live?.id}`);
  await expect(page).toHaveURL(`/order/details/${live?.id}`);
  await page.goto('/order/details/AAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page).toHaveURL('/order');

  const phone = await context.storageState();
  remember({ email: member.email, orderId: live?.id ?? '', activatedAt, phone, oldResetLink: null });
});
