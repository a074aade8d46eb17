import { ownerOf, recall, untilMidnight, YESTERDAY, yesterdayOn } from '../../src/first-miner.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf } from '../../src/member.ts';
import { signIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';

test.beforeAll(async () => {
  test.setTimeout(400_000);
  await untilMidnight();
});

test('after midnight yesterday stands with its figure, and card and bar are marked until it is settled', async ({
  page,
}) => {
  const member = ownerOf(recall()!);
  await signIn(page, member);
  const { card, mark, chart, hollow } = await yesterdayOn(page);
  await expect(mark).toBeVisible();
  await expect(card).toContainText(/0\.0*[1-9]/);
  await expect(chart.getByText(words('common.provisional'))).toBeVisible();
  await expect.poll(hollow).toEqual([YESTERDAY]);
  expect(await balanceOf(member, 'BTC')).toBe('0');
});
