import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Watch } from '../watch.ts';
import { currentWorld, factorOf, type OperatorRole } from '../world.ts';

/** Shows the code of now until one is taken: the shell may just have used that of this half minute. */
export const proveBy = async (
  page: Page,
  role: OperatorRole,
  label: string,
  press: string,
  done: () => Promise<void>,
) =>
  expect(async () => {
    // An answer that took its time may have come since the last try.
    if (await page.getByLabel(label).isVisible()) {
      await page.getByLabel(label).fill(factorOf(role));
      await page.getByRole('button', { name: press, exact: true }).click();
    }
    await done();
  }).toPass({ intervals: [5000] });

/** Signs in on the page that asks for it. */
export const signInAt = async (page: Page, role: OperatorRole): Promise<void> => {
  await page.getByLabel('Email').fill(`${role}@minerx.test`);
  await page.getByLabel('Password', { exact: true }).fill('Demo#2026');
  await proveBy(page, role, 'Code', 'Sign in', () =>
    expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible({ timeout: 4000 }),
  );
};

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/**
 * Comes to a page of the console as somebody who has signed in at this laptop before: in the session that an earlier journey has
 * left, where it still lives. A code is good once in half a minute, and signing in anew would wait for the next one.
 */
export const comeAs = async (page: Page, role: OperatorRole, path: string): Promise<void> => {
  const session = join(currentWorld().dataDir, `desk-${role}.json`);
  if (existsSync(session)) await page.context().addCookies(JSON.parse(readFileSync(session, 'utf8')) as Cookies);
  await page.goto(`${currentWorld().url}/console${path}`);
  const isIn = page.getByRole('button', { name: 'Sign out' });
  await expect(isIn.or(page.getByLabel('Password', { exact: true }))).toBeVisible();
  if (await isIn.isVisible()) return;
  await signInAt(page, role);
  writeFileSync(session, JSON.stringify(await page.context().cookies()));
};

/** A laptop of an operator who has signed in, on one page of the console. */
export const openDesk = async (
  browser: Browser,
  role: OperatorRole,
  path: string,
  /** Hears what its browser complains about. */
  watch?: Watch,
): Promise<{ desk: Page; context: BrowserContext }> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const desk = await context.newPage();
  watch?.follow(desk);
  await comeAs(desk, role, path);
  return { desk, context };
};

/** Presses the button of the open dialog twice as fast as a hand can, and shows the second factor where it is asked for. */
export const decideTwice = async (
  desk: Page,
  role: OperatorRole,
  press: string,
  said: string | RegExp,
  /** What happens while the answer is read. */
  meanwhile?: () => Promise<unknown>,
): Promise<void> => {
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: press }).dblclick();
  const answer = dialog.getByText(said);
  const factor = dialog.getByLabel('Code of your authenticator');
  await expect(answer.or(factor)).toBeVisible();
  if (await factor.isVisible())
    await proveBy(desk, role, 'Code of your authenticator', 'Confirm and go on', () =>
      expect(answer).toBeVisible({ timeout: 4000 }),
    );
  if (meanwhile !== undefined) {
    await meanwhile();
    await expect(answer).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
};
