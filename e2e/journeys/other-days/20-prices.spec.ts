import { decideTwice, openDesk } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';

test('a price is changed by two operators, and its page says who, why, before and after', async ({ browser }, {
  retry,
}) => {
  // A second try finds what the first has changed.
  const [value, why] = [`0.${75 + retry}`, `the market is thin ${retry}`];
  const { desk, context } = await openDesk(browser, 'finance', '/prices');
  const row = desk.getByRole('row').filter({ hasText: 'AOG to USDT' }).filter({ hasText: 'Spread' });
  const before = await row.getByRole('cell').nth(2).innerText();
  await expectAccessible(desk, 'prices and fees');
  await row.getByRole('link').focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'AOG to USDT: spread' })).toBeVisible();

  await desk.getByRole('button', { name: 'Ask for a change' }).click();
  await desk.getByRole('dialog').getByLabel('New value').fill(value);
  await desk.getByRole('dialog').getByLabel('Reason').fill(why);
  await expectAccessible(desk, 'asking for another price');
  await decideTwice(desk, 'finance', 'Ask for a change', 'another operator has to agree');
  // It waits, as it was: once, and not for who has asked.
  const waiting = desk.getByRole('listitem').filter({ hasText: why });
  await expect(waiting).toHaveCount(1);
  await expect(waiting.getByRole('button', { name: 'Agree' })).toBeHidden();

  const second = await openDesk(browser, 'admin', new URL(desk.url()).pathname.replace('/console', ''));
  const asked = second.desk.getByRole('listitem').filter({ hasText: why });
  await asked.getByRole('button', { name: 'Agree' }).click();
  await second.desk.getByRole('dialog').getByLabel('Reason').fill('seen');
  await decideTwice(second.desk, 'admin', 'Agree', `spread ${value} %`);
  await expect(asked).toHaveCount(0);
  const change = second.desk.getByRole('row').filter({ hasText: why });
  for (const said of ['finance@minerx.test', before, value, 'At once']) await expect(change).toContainText(said);
  await expectAccessible(second.desk, 'a price');
  await second.desk.getByRole('link', { name: '← Prices and fees' }).click();
  await expect(second.desk.getByRole('row').filter({ hasText: why })).toContainText(value);
  await second.context.close();
  await context.close();
});

test('a payout that is proposed for a settled day waits on its page, until it is taken back', async ({ browser }, {
  retry,
}) => {
  const why = `the page of the pool says so ${retry}`;
  const { desk, context } = await openDesk(browser, 'finance', '/settlements');
  const settled = desk.getByRole('row').filter({ has: desk.getByText('Settled', { exact: true }) });
  await settled.filter({ hasNotText: 'Formula far from payout' }).first().getByRole('link').click();
  const nothing = desk.getByText('Nothing is to be done.');
  await expect(nothing).toBeVisible();
  await desk.getByRole('button', { name: 'Record the payout' }).click();
  await desk.getByRole('dialog').getByLabel('BTC that the pool paid').fill('0.5');
  await desk.getByRole('dialog').getByLabel('Reason').fill(why);
  await decideTwice(desk, 'finance', 'Record the payout', /^Noted as .*another operator has to agree/);
  await expect(desk.getByText('waits for another operator')).toBeVisible();
  await expect(nothing).toBeHidden();
  await expectAccessible(desk, 'a day whose payout is proposed');
  const proposed = desk.getByRole('listitem').filter({ hasText: why });
  await proposed.getByRole('button', { name: 'Take back' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('seen');
  await decideTwice(desk, 'finance', 'Take back', 'nothing was done');
  await expect(proposed).toHaveCount(0);
  await expect(nothing).toBeVisible();
  await context.close();
});

test('support reads the odds of prizes and the map of the fleet by keyboard, and changes neither', async ({
  browser,
}) => {
  const { desk, context } = await openDesk(browser, 'support', '/raya-prizes');
  await expect(desk.getByText('Drawn from today')).toBeVisible();
  await expectAccessible(desk, 'prize tables');
  await desk.getByRole('row').filter({ hasText: 'Drawn from today' }).getByRole('link').focus();
  await desk.keyboard.press('Enter');
  const dubai = desk.getByRole('row').filter({ hasText: 'Dubai' });
  await expect(dubai).toContainText('2,888.00');
  await expect(dubai).toContainText(/0\.\d{4} %/);
  await expect(desk.getByRole('row').filter({ hasText: 'BTC' }).last()).toContainText('simulated');
  await expectAccessible(desk, 'a prize table');
  await expect(desk.getByRole('button', { name: 'Ask for a change' })).toHaveCount(0);

  await desk.getByRole('link', { name: 'Fleet' }).click();
  const site = desk.getByRole('link', { name: /Th\/s now/ }).first();
  await expect(site).toBeVisible();
  await expectAccessible(desk, 'the map of the fleet');
  await site.focus();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/[?&]site=/);
  await expect(site).toHaveAttribute('aria-current', 'page');
  const machine = desk.getByRole('region', { name: 'Machines, outliers first' }).getByRole('link').first();
  await machine.focus();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/\/devices\//);
  await context.close();
});
