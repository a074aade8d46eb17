import type { Page } from '@playwright/test';
import { decideTwice, openDesk } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';
import { currentWorld } from '../../src/world.ts';

const callingCodeOf = async (name: string): Promise<string | undefined> => {
  const answer = await fetch(`${currentWorld().url}/api/country/all`);
  const { result } = (await answer.json()) as {
    result: { country: { country_name: string; country_calling_code: string }[] };
  };
  return result.country.find((country) => country.country_name === name)?.country_calling_code;
};

/** Opens what is focused. */
const enter = async (desk: Page, name: string): Promise<void> => {
  await desk.getByRole('main').getByRole('link', { name, exact: true }).focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name, level: 1 })).toBeVisible();
};

test('every place of the menu opens, and the catalogue’s are accessible', async ({ browser }) => {
  const { desk, context } = await openDesk(browser, 'admin', '/');
  const menu = desk.getByRole('navigation', { name: 'Main' }).getByRole('list').getByRole('link');
  const places = await menu.allInnerTexts();
  expect(places).toEqual(
    expect.arrayContaining(['Packages and stock', 'Swap pairs', 'Networks', 'Countries', 'Ranks']),
  );
  for (const place of places) {
    await menu.filter({ hasText: new RegExp(`^${place}$`) }).click();
    await expect(desk.getByRole('heading', { level: 1 }), place).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Try again' }), place).toHaveCount(0);
    if (!new URL(desk.url()).pathname.startsWith('/console/catalogue/')) continue;
    const rows = desk.getByRole('main').getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    await expectAccessible(desk, place);
    await rows.nth(1).getByRole('link').click();
    await expect(desk.getByText('Last changed')).toBeVisible();
    if (place !== 'Ranks') continue;
    // What it is called in each language is a line of its own.
    await desk.getByRole('button', { name: 'Change it' }).click();
    await expect(desk.getByRole('dialog').getByLabel('简体中文', { exact: true })).toHaveValue(/^[^{}"]+$/);
    await expectAccessible(desk, 'names of a rank');
    await desk.keyboard.press('Escape');
  }
  await desk.setViewportSize({ width: 768, height: 900 });
  await expect(menu.first()).toBeHidden();
  await desk.getByRole('button', { name: 'Menu' }).click();
  await expectAccessible(desk, 'the menu over a page');
  await menu.filter({ hasText: /^Balance sheet$/ }).click();
  await expect(desk.getByRole('heading', { name: 'Balance sheet', level: 1 })).toBeVisible();
  await expect(menu.first()).toBeHidden();
  await context.close();
});

test('a country is found and changed by keyboard: what is wrong is said at its field, and members have it', async ({
  browser,
}, { retry }) => {
  const { desk, context } = await openDesk(browser, 'admin', '/catalogue/country');
  await desk.getByRole('searchbox').fill('Malaysia');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/find=Malaysia/);
  await expect(desk.getByRole('row')).toHaveCount(2);
  await enter(desk, 'Malaysia');

  await desk.getByRole('button', { name: 'Change it' }).focus();
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog');
  const code = dialog.getByLabel('Calling code');
  await expect(code).toHaveValue(/^\d+$/);
  const before = await code.inputValue();
  await code.fill('+60');
  await dialog.getByLabel('Reason').fill(`numbers moved ${retry}`);
  await desk.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/one to four digits/);
  await expectAccessible(desk, 'a change that is refused');
  const after = before === '61' ? '62' : '61';
  await code.fill(after);
  await decideTwice(desk, 'admin', 'Change it', `+${after}`);
  const line = desk.getByRole('row').filter({ hasText: `numbers moved ${retry}` });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(`Calling code: ${before} → ${after}`);
  await expect(line).toContainText('admin@minerx.test');
  await expectAccessible(desk, 'an entry of the catalogue');
  expect(await callingCodeOf('Malaysia')).toBe(after);

  await desk.getByRole('button', { name: 'Change it' }).click();
  await code.fill(before);
  await dialog.getByLabel('Reason').fill('back');
  await decideTwice(desk, 'admin', 'Change it', `+${before}`);
  await context.close();
});

test('a pair is changed when another operator agrees, who sees what it was', async ({ browser }, { retry }) => {
  const [most, why] = [String(9000 + retry), `thin ${retry}`];
  const { desk, context } = await openDesk(browser, 'finance', '/catalogue/swap');
  await enter(desk, 'AOG to USDT');
  await desk.getByRole('button', { name: 'Ask: change it' }).click();
  const dialog = desk.getByRole('dialog');
  const before = await dialog.getByLabel('Most').inputValue();
  await dialog.getByLabel('Most').fill(most);
  await dialog.getByLabel('Reason').fill(why);
  await expectAccessible(desk, 'asking for a change of a pair');
  await decideTwice(desk, 'finance', 'Ask: change it', 'another operator has to agree');
  // Only what was changed is asked for.
  const waiting = desk.getByRole('listitem').filter({ hasText: why });
  await expect(waiting).toContainText(`${before} → ${most}`);
  await expect(waiting).not.toContainText('spread');

  const second = await openDesk(browser, 'admin', new URL(desk.url()).pathname.replace('/console', ''));
  const asked = second.desk.getByRole('listitem').filter({ hasText: why });
  await asked.getByRole('button', { name: 'Agree' }).click();
  await second.desk.getByRole('dialog').getByLabel('Reason').fill('seen');
  await decideTwice(second.desk, 'admin', 'Agree', `to ${most} AOG`);
  const line = second.desk.getByRole('row').filter({ hasText: why });
  for (const said of ['finance@minerx.test', 'agreed: admin@minerx.test', `Most: ${before} → ${most}`])
    await expect(line).toContainText(said);
  await second.context.close();
  await context.close();
});
