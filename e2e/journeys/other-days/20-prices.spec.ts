import { decideTwice, openDesk } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';

test('a price is changed by two operators, and its page says who, why, before and after', async ({ browser }) => {
  const { desk, context } = await openDesk(browser, 'finance', '/prices');
  const row = desk.getByRole('row').filter({ hasText: 'AOG to USDT' }).filter({ hasText: 'Spread' });
  await expect(row).toContainText('0.5');
  await expect(row).toContainText('Never');
  await expectAccessible(desk, 'prices and fees');
  await row.getByRole('link').focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'AOG to USDT: spread' })).toBeVisible();
  await expect(desk.getByText('Nobody has changed it.')).toBeVisible();

  await desk.getByRole('button', { name: 'Ask for a change' }).click();
  await desk.getByRole('dialog').getByLabel('New value').fill('0.75');
  await desk.getByRole('dialog').getByLabel('Reason').fill('the market is thin');
  await expectAccessible(desk, 'asking for another price');
  await decideTwice(desk, 'finance', 'Ask for a change', 'another operator has to agree');
  // It waits, as it was: once, and not for who has asked.
  const waiting = desk.getByRole('listitem').filter({ hasText: 'the market is thin' });
  await expect(waiting).toHaveCount(1);
  await expect(waiting.getByRole('button', { name: 'Agree' })).toBeHidden();
  await expect(desk.getByText('Nobody has changed it.')).toBeVisible();

  const second = await openDesk(browser, 'admin', new URL(desk.url()).pathname.replace('/console', ''));
  const asked = second.desk.getByRole('listitem').filter({ hasText: 'the market is thin' });
  await asked.getByRole('button', { name: 'Agree' }).click();
  await second.desk.getByRole('dialog').getByLabel('Reason').fill('seen');
  await decideTwice(second.desk, 'admin', 'Agree', 'spread 0.75 %');
  await expect(asked).toHaveCount(0);
  const change = second.desk.getByRole('row').filter({ hasText: 'the market is thin' });
  for (const said of ['finance@minerx.test', '0.5', '0.75', 'At once']) await expect(change).toContainText(said);
  await expectAccessible(second.desk, 'a price');
  await second.desk.getByRole('link', { name: '← Prices and fees' }).click();
  await expect(second.desk.getByRole('row').filter({ hasText: 'the market is thin' })).toContainText('0.75');
  await second.context.close();
  await context.close();
});
