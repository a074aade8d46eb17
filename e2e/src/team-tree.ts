import { expect, type Locator, type Page } from '@playwright/test';
import { scrollTo } from './screen.ts';
import { words } from './words.ts';

/** Rows of the team tree that are in sight; the others are not in the page. */
export const treeRows = (page: Page): Locator =>
  page.getByRole('list', { name: words('team.tree') }).getByRole('listitem');

/** Opens the first row that can be: whoever signed up last stands first and has no downline yet, so it may be further down. */
export const openFirstRow = async (page: Page): Promise<void> => {
  const rows = treeRows(page);
  await expect(rows.first()).toBeVisible();
  const closed = rows.getByRole('button', { expanded: false });
  await scrollTo(closed);
  const name = (await closed.first().getAttribute('aria-label')) ?? '';
  const row = rows.getByRole('button', { name, exact: true, expanded: false });
  // Rows that are still measured move: a press that met another place is made again.
  await expect(async () => {
    if ((await row.count()) > 0) await row.click();
    await expect(row).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};
