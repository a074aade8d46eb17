import { expect, type Browser, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../seen/accessible.ts';
import { currentWorld } from '../world.ts';
import { decideTwice, openDesk } from './console-page.ts';

const HEAD = 'serial,line,host,port,simulated';

/** A list with two faults: they are told with their rows, and nothing can be registered. */
const refuseWrongList = async (desk: Page): Promise<void> => {
  const wrong = join(currentWorld().dataDir, 'wrong.csv');
  writeFileSync(wrong, [HEAD, 'W-1,x1,10.9.9.9,4028,yes', 'W 2,x7,10.9.9.8,4028,yes'].join('\n'));
  await desk.getByLabel('CSV or JSON file').setInputFiles(wrong);
  await expect(desk.getByText('Nothing can be registered')).toBeVisible();
  await expect(desk.getByRole('row', { name: '2 serial "W 2" is not usable' })).toBeVisible();
  await expect(desk.getByRole('row', { name: '2 line "x7" is neither x1 nor x2' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Register them' })).toBeHidden();
  await expectAccessible(desk, 'a list of miners with faults');
};

/** An operator registers a list of miners; then replaces the first of them, which does not answer. */
export const registerAtDesk = async (browser: Browser, file: string): Promise<void> => {
  const { desk, context } = await openDesk(browser, 'admin', '/devices/register');
  await refuseWrongList(desk);
  await desk.getByLabel('CSV or JSON file').setInputFiles(file);
  await expect(desk.getByText('New', { exact: true }).first()).toBeVisible();
  await expectAccessible(desk, 'a list of miners');
  const serial = await desk.getByRole('row').nth(1).getByRole('cell').nth(1).innerText();
  await desk.getByRole('button', { name: 'Register them' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('delivery');
  await decideTwice(desk, 'admin', 'Register them', 'miners registered');
  await findAgain(desk);
  await replaceAtDesk(desk, serial);
  await context.close();
};

/** Whoever left the page finds what came of it. */
const findAgain = async (desk: Page): Promise<void> => {
  await desk.getByRole('link', { name: 'Long work' }).click();
  const row = desk.getByRole('row').filter({ hasText: 'Device register' }).first();
  await expect(row).toContainText('Done');
  await expect(row).toContainText('miners registered');
  await expectAccessible(desk, 'long work');
};

/** Another machine in the place of one that does not answer. */
const replaceAtDesk = async (desk: Page, serial: string): Promise<void> => {
  await desk.goto(`${currentWorld().url}/console/devices?state=silent&serial=${serial}`);
  const row = desk.getByRole('link', { name: serial, exact: true });
  await expect(row).toBeVisible();
  await expectAccessible(desk, 'devices');
  await row.click();
  await expect(desk.getByText('It does not answer; no order has it.')).toBeVisible();
  await expectAccessible(desk, 'a device');
  await desk.getByRole('button', { name: 'Replace' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`${serial}-new.invalid`);
  await dialog.getByLabel('Reason').fill('it burnt');
  await decideTwice(desk, 'admin', 'Replace', `${serial} is another machine now`);
  await expect(desk.getByText('device.replace', { exact: true })).toHaveCount(1);
  await expect(desk.getByText(`at ${serial}-new.invalid:4028`)).toBeVisible();
};
