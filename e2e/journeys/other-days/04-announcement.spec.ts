import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { register } from '../../src/member.ts';
import { button, heading, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { currentWorld, operator } from '../../src/world.ts';
import type { Locator, Page } from '@playwright/test';

test.use({ seesNews: true });

const DEMOS = 3;
const PAGE = 8;
const LATEST = 'Welcome to the demonstration';

const popup = (page: Page): Locator => page.getByRole('dialog', { name: LATEST });
const lines = (page: Page): Locator => page.getByRole('main').getByRole('listitem');

/** Publishes as operators do, and gives the id. */
const publish = async (title: string, message: string): Promise<string> => {
  const file = join(currentWorld().dataDir, 'journey-news.json');
  writeFileSync(file, JSON.stringify({ title, message }));
  const printed = await operator('announcement', 'publish', '--file', file);
  return /[0-9a-f-]{36}/.exec(printed.join(' '))?.[0] ?? '';
};

const withdraw = (id: string): Promise<string[]> =>
  operator('announcement', 'withdraw', '--id', id, '--reason', 'end of the journey');

// proves 2: / announcement popup
// proves 4: announcement popup once per session
test('the latest announcement comes up once per session, and again after the next sign-in', async ({ page }) => {
  const member = await register();
  await signIn(page, member);
  await expect(popup(page)).toBeVisible();
  await expectAccessible(page, 'the popup');
  await expectNoSidewaysScroll(page, 'the popup');
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();

  await page.reload();
  await settled(page);
  await expect(page.getByRole('region', { name: words('announcement.banners') })).toBeAttached();
  await expect(popup(page)).toHaveCount(0);

  await open(page, '/profile');
  await button(page, 'common.logout').click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, member);
  await popup(page)
    .getByRole('link', { name: words('announcement.open') })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: LATEST })).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/announcement\/[0-9a-f-]{36}$/);
  await expectAccessible(page, 'an announcement');
  await expectNoSidewaysScroll(page, 'an announcement');
});

// proves 2: /profile/announcement
// proves 2: /profile/announcement/{id}, missing leads home
// proves 8: missing announcement: to the root
test('announcements stand in pages of eight, and a missing one leads home', async ({ page, watch }) => {
  const ids: string[] = [];
  for (let number = 1; number <= PAGE; number += 1)
    ids.push(await publish(`Journey ${number}`, `<p onclick="steal()">Number ${number}<script>steal()</script></p>`));
  try {
    await signIn(page, await register());
    await expect(page.getByRole('dialog', { name: `Journey ${PAGE}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await open(page, '/profile');
    await page.getByRole('link', { name: words('announcement.title') }).click();
    await expect(lines(page)).toHaveCount(PAGE);
    await expect(lines(page).first()).toContainText(`Journey ${PAGE}`);
    await expectAccessible(page, 'the list');
    await expectNoSidewaysScroll(page, 'the list');
    await button(page, 'common.next').click();
    await expect(lines(page)).toHaveCount(DEMOS);
    await expect(page).toHaveURL(/page=2$/);
    await expect(button(page, 'common.next')).toBeDisabled();

    await lines(page).last().getByRole('link').click();
    await expect(page.getByRole('article')).toBeVisible();
    await page.goBack();
    await expect(lines(page)).toHaveCount(DEMOS);
    await page.getByRole('link', { name: words('common.back') }).click();
    await expect(page).toHaveURL('/profile');

    watch.expect(/404/);
    await page.goto(`/profile/announcement/${'0'.repeat(8)}-0000-7000-8000-000000000000`);
    await expect(page).toHaveURL('/');
    await expect(heading(page, /./)).toBeVisible();
  } finally {
    for (const id of ids) await withdraw(id);
  }
});
