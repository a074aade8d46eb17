import { succeed } from '../../src/call.ts';
import { ownerOf, recall, untilNextMorning, YESTERDAY, yesterdayOn, type FirstMiner } from '../../src/first-miner.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, tokenOf } from '../../src/member.ts';
import { field, heading } from '../../src/screen.ts';
import { settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

test.beforeAll(async () => {
  test.setTimeout(400_000);
  await untilNextMorning();
});

const firstMiner = (): FirstMiner => {
  const miner = recall();
  if (miner === null) throw new Error('run "a new member pays 80 % from CW and 20 % from RW …" first');
  return miner;
};

test('the next morning the day is settled, and the receipt adds up in the browser', async ({
  newPhone,
  moneyMoves,
}) => {
  moneyMoves();
  const miner = firstMiner();
  const member = ownerOf(miner);
  const day = miner.activatedAt.slice(0, 10);
  await expect.poll(() => balanceOf(member, 'BTC'), { timeout: 180_000, intervals: [2000] }).not.toBe('0');
  const body = { page: 1, pageSize: 8, id: miner.orderId };
  const { data } = await succeed('order/rewards', { accessToken: await tokenOf(member), body });
  const rewards = data as { day: string; reward_amount: string }[];
  expect(rewards.map((reward) => reward.day)).toEqual([day]);
  const amount = rewards[0]?.reward_amount ?? '';
  expect(await balanceOf(member, 'BTC')).toBe(amount);

  // The phone of the evening before: its short-lived token is long over, its session is not.
  const page = await newPhone({ storageState: miner.phone });
  await page.goto(`/order/details/${miner.orderId}`);
  await page.getByRole('tab', { name: words('order.tab.rewards') }).click();
  await page.getByRole('button', { name: new RegExp(amount) }).click();
  const receipt = page.getByRole('dialog');
  await expect(receipt.getByText(`${words('order.receipt.price.market')} · BTCUSDT · `)).toBeVisible();
  // The height is no tip of a chain that stands still.
  await expect(receipt.getByText(words('order.receipt.height.text')).first()).toBeVisible();
  await page.getByRole('button', { name: words('order.receipt.recompute'), exact: true }).click();
  await expect(page.getByText(words('order.receipt.equal'))).toBeVisible();
  const dollars = (await receipt.innerText()).match(/\$[\d,.]+/g) ?? [];
  expect(dollars.length).toBeGreaterThan(1);
  expect(dollars.filter((amount) => !/^\$[\d,]+\.\d\d$/.test(amount))).toEqual([]);
  await receipt.getByRole('link', { name: words('common.title.check') }).click();
  await expect(heading(page, words('common.title.check'))).toBeVisible();
  await page.goto('/asset');
  await expect(page.getByText(amount).first()).toBeVisible();
  const { card, mark, hollow } = await yesterdayOn(page);
  await settled(page);
  await expect(card).toContainText(amount);
  await expect(mark).toHaveCount(0);
  expect(await hollow()).not.toContain(YESTERDAY);

  // A day is settled once, however often it is asked for.
  await operator('settlement', 'run', '--day', day);
  expect(await balanceOf(member, 'BTC')).toBe(amount);
});

test('a reset link of the evening before has expired', async ({ page }) => {
  await page.goto(firstMiner().oldResetLink ?? '');
  await expect(page.getByText(words('err_link_invalid'))).toBeVisible();
  await expect(field(page, 'session.newPassword')).toHaveCount(0);
});
