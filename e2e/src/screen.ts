import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from './member.ts';
import { LANGUAGES, type WireLanguage } from '@minerx/rules/wire-language';
import { words } from './words.ts';

/** What members do on more than one screen, said with the words they see. */

export const button = (page: Page | Locator, key: string, values?: Record<string, string>): Locator =>
  page.getByRole('button', { name: words(key, values), exact: true });

/** One that is shown: folded forms have fields of the same name. */
export const field = (page: Page | Locator, key: string): Locator =>
  page.getByLabel(words(key), { exact: true }).filter({ visible: true });

/** The heading of a screen: the sign that it is there. */
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) });

/** Fills the sign-in form and sends it. */
export const fillSignIn = async (page: Page, email: string, password: string): Promise<void> => {
  await field(page, 'session.email').fill(email);
  await field(page, 'session.password').fill(password);
  await button(page, 'session.signIn').click();
};

/** Signs in at the screen that is open, or at /login, and waits until the app lets in. */
export const signIn = async (page: Page, { email, password }: Member, path = '/'): Promise<void> => {
  await page.goto(path);
  await expect(heading(page, words('session.signIn'))).toBeVisible();
  await fillSignIn(page, email, password);
  await expect(page).not.toHaveURL(/\/login/);
};

/** The alert of the app: its title and sentence, then away with it. */
export const answerAlert = async (page: Page, title: string | RegExp, message?: string | RegExp): Promise<void> => {
  const alert = page.getByRole('alertdialog', { name: title });
  await expect(alert).toBeVisible();
  if (message !== undefined) await expect(alert).toContainText(message);
  await alert.getByRole('button').last().click();
  await expect(alert).toBeHidden();
};

/**
 * Scrolls until something is there and rests in the middle of the window: parts come when they are about to be seen, lists hold the
 * rows in sight only, and both move what is around them. A wheel would still roll while the next thing is pressed.
 */
export const scrollTo = async (target: Locator): Promise<void> => {
  await expect(async () => {
    if ((await target.count()) === 0)
      await target.page().evaluate(() => scrollBy({ top: innerHeight / 2, behavior: 'instant' }));
    expect(await target.count()).toBeGreaterThan(0);
  }).toPass({ intervals: [100], timeout: 30_000 });
  await target.first().evaluate(async (element) => {
    const topAfterFrame = async () => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return element.getBoundingClientRect().top;
    };
    let top = await topAfterFrame();
    for (let still = 0; still < 5;) {
      const now = await topAfterFrame();
      still = now === top ? still + 1 : 0;
      top = now;
    }
  });
};

/** From here on the time of a page whose clock is installed stands still unless it is moved. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1000));
};

/** Reads the terms to their end and agrees. */
export const agreeToTerms = async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: words('session.terms.accept') }).click({ force: true });
  const terms = page.getByRole('dialog', { name: words('session.terms') });
  await expect(terms).toBeVisible();
  // Agree waits for the end of the text.
  await expect(button(terms, 'session.terms.agree')).toBeDisabled();
  const text = terms.getByRole('article');
  await text.locator('section').last().scrollIntoViewIfNeeded();
  await text.evaluate((element) => element.lastElementChild?.scrollIntoView());
  await button(terms, 'session.terms.agree').click();
  await expect(terms).toBeHidden();
};

/** Takes another language at a screen of visitors. */
export const chooseLanguage = async (page: Page, from: WireLanguage, to: WireLanguage): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(LANGUAGES[from].label) }).click();
  await page.getByRole('dialog').getByRole('button', { name: LANGUAGES[to].label }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[to].locale);
};
