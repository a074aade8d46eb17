import { expect, type Locator, type Page } from '@playwright/test';
import { factorOf, type OperatorRole } from '../world.ts';

/** More stops than any page of the console has. */
const STOPS = 150;

/** Whether what has the focus shows it: an outline or a border in the colour of focus, on it, beside it or around it. */
const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const at = document.activeElement!;
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--colour-focus)';
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const around: (Element | null)[] = [at, at.nextElementSibling];
    for (let each = at.parentElement; each !== null && around.length < 6; each = each.parentElement) around.push(each);
    return around.some((each) => {
      if (each === null) return false;
      const { outlineStyle, outlineColor, borderTopColor } = getComputedStyle(each);
      return (outlineStyle !== 'none' && outlineColor === colour) || borderTopColor === colour;
    });
  });

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Something has the focus: whoever works by keys is not thrown back to the beginning of the page. */
export const expectPlace = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body), 'the focus is somewhere').toBe(true);

/** Goes on by Tab until it is there, and can be seen to be there. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await hasFocus(target)) {
      await expect.poll(() => showsFocus(page), `the focus is seen on ${String(target)}`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(target)}`);
};

/** Presses what Tab leads to. */
export const pressAt = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};

/** Types into what Tab leads to, in place of what stands there; of a list one goes down to the next. */
export const typeAt = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  if (await target.evaluate((element) => element instanceof HTMLSelectElement)) return page.keyboard.press(text);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
};

interface Decided {
  /** The button that asks for it, and the one that does it. */
  press: string;
  typed: Readonly<Record<string, string>>;
  said: string | RegExp;
}

/** Decides in the dialog that a button opens, by keys alone; afterwards the focus is where it was, or around it. */
export const decideByKeys = async (desk: Page, role: OperatorRole, { press, typed, said }: Decided): Promise<void> => {
  await pressAt(desk, desk.getByRole('main').getByRole('button', { name: press, exact: true }));
  const dialog = desk.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (const [label, text] of Object.entries(typed)) await typeAt(desk, dialog.getByLabel(label), text);
  await pressAt(desk, dialog.getByRole('button', { name: press, exact: true }));
  const answer = dialog.getByText(said);
  const factor = dialog.getByLabel('Code of your authenticator');
  await expect(async () => {
    if (await factor.isVisible()) {
      await typeAt(desk, factor, factorOf(role));
      await desk.keyboard.press('Enter');
    }
    await expect(answer).toBeVisible({ timeout: 4000 });
  }).toPass({ intervals: [5000] });
  await pressAt(desk, dialog.getByRole('button', { name: 'Close', exact: true }).last());
  await expect(dialog).toBeHidden();
  await expectPlace(desk);
};
