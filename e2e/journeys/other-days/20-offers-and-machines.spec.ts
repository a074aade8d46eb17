import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decideTwice, openDesk } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, register } from '../../src/member.ts';
import { ACTIVATED, DISCONNECTED, ordersOf } from '../../src/orders.ts';
import { answerAlert, signIn } from '../../src/screen.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';
import { open } from '../../src/screens.ts';
import { redeem } from '../../src/subscribe.ts';
import { words } from '../../src/words.ts';
import { currentWorld, travelTo, worldTime } from '../../src/world.ts';

const CODE = /\b\w{4}(?:-\w{4}){3}\b/g;

test('vouchers are made by two; one is redeemed, one is taken back by its code, and then all that is left', async ({
  page,
  browser,
  watch,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await register();
  const why = `a fair for ${member.email}`;
  const { desk, context } = await openDesk(browser, 'admin', '/vouchers', watch);
  await desk.getByRole('link', { name: 'Make vouchers' }).click();
  for (const [label, typed] of [
    ['Package', '3'],
    ['Amount', '1000'],
    ['Count', '4'],
    ['Reason', why],
  ] as const)
    await desk.getByLabel(label, { exact: true }).fill(typed);
  await desk.getByRole('button', { name: 'Review' }).click();
  await decideTwice(desk, 'admin', 'Do it', 'another operator has to agree');

  // Who agrees is shown the codes, once.
  const second = await openDesk(browser, 'finance', '/', watch);
  await second.desk.getByRole('listitem').filter({ hasText: why }).getByRole('button', { name: 'Agree' }).click();
  await second.desk.getByRole('dialog').getByLabel('Reason').fill('as ordered');
  let codes: string[] = [];
  await decideTwice(second.desk, 'finance', 'Agree', new RegExp(CODE.source), async () => {
    codes = (await second.desk.getByRole('region', { name: /^Answer of/ }).innerText()).match(CODE) ?? [];
  });
  expect(codes).toHaveLength(4);
  await second.context.close();

  await signIn(page, member, '/miner/redeem');
  await redeem(page, codes[0]!);
  await answerAlert(page, words('miner.redeem.done', { amount: '1,000' }), words('miner.redeem.done.text'));
  await expect(page).toHaveURL('/order');

  await desk.goto(`${currentWorld().url}/console/vouchers`);
  await desk.getByRole('row').filter({ hasText: why }).getByRole('link').click();
  await expect(desk.getByText('3 of 4 are neither redeemed nor void.')).toBeVisible();
  await expectAccessible(desk, 'a batch of vouchers');
  await desk.getByRole('button', { name: 'Take back one code' }).click();
  await desk.getByRole('dialog').getByLabel('Code', { exact: true }).fill(codes[1]!);
  await desk.getByRole('dialog').getByLabel('Reason').fill('it was lost');
  await decideTwice(desk, 'admin', 'Take back one code', 'It can be redeemed no more.');
  const isRefused = async (code: string) => {
    await open(page, '/miner/redeem');
    await redeem(page, code);
    await answerAlert(page, words('miner.redeem.failed'), words('err_voucher_invalid'));
  };
  await isRefused(codes[1]!);

  await desk.getByRole('button', { name: 'Take back what is left' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('the fair is over');
  await decideTwice(desk, 'admin', 'Take back what is left', /^2 of batch \d+ can be redeemed no more/);
  await expect(desk.getByText('Nothing of it is left.').first()).toBeVisible();
  await expect(desk.getByRole('cell', { name: 'Void' })).toHaveCount(3);
  await expect(desk.getByRole('cell', { name: 'Redeemed' })).toHaveCount(1);
  await isRefused(codes[2]!);
  expect(await ordersOf(member)).toHaveLength(1);
  await context.close();
});

test('a broken machine is found, replaced by another, and the order that has it works again', async ({
  page,
  browser,
  watch,
}) => {
  watch.expect(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|WebSocket/,
    /503/,
  );
  const statusOf = async (id: string) => (await ordersOf(DEMO)).find((order) => order.id === id)?.package_order_status;
  const broken = (await ordersOf(DEMO)).find(({ package_order_status: status }) => status === DISCONNECTED)!;
  await signIn(page, DEMO);
  await open(page, `/order/details/${broken.id}`);
  await expect(page.getByText(words('order.down'), { exact: true }).first()).toBeVisible();

  const { desk, context } = await openDesk(browser, 'admin', '/devices', watch);
  await desk.getByRole('link', { name: 'No answer' }).click();
  await expectAccessible(desk, 'machines that do not answer');
  await desk.getByRole('row').filter({ hasText: 'Taken' }).getByRole('link').first().click();
  await expect(desk.getByText('It does not answer, and orders that have it earn nothing.')).toBeVisible();
  const serial = await desk.getByRole('heading', { level: 1 }).innerText();
  await expect(desk.getByRole('row').filter({ hasText: broken.package_order_no })).toBeVisible();
  await desk.getByRole('button', { name: 'Replace' }).click();
  await desk.getByRole('dialog').getByLabel('Address').fill(`${serial}-new.invalid`);
  await desk.getByRole('dialog').getByLabel('Reason').fill('its board burnt');
  await decideTwice(desk, 'admin', 'Replace', `${serial} is another machine now`);
  await expect(desk.getByText('device.replace', { exact: true })).toHaveCount(1);
  await context.close();

  // The other one works: simulated machines answer from the next start on.
  await page.goto('about:blank');
  writeFileSync(join(currentWorld().dataDir, 'simulated-outages.json'), '[]');
  await travelTo(worldTime());
  await expect.poll(() => statusOf(broken.id), { timeout: 120_000, intervals: [1000] }).toBe(ACTIVATED);
  await open(page, `/order/details/${broken.id}`);
  await expect(page.getByText(words('order.down'), { exact: true })).toHaveCount(0);
});
