import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join, normalize } from 'node:path';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WEB = join(ROOT, 'apps/web');
const PARTS = join(ROOT, 'packages/ui/src');
/** What draws nothing of its own: class names and those of a strip, digits, the context, the frame of sheet and modal, the list of open ones. */
const NOT_SEEN = ['classes', 'dialog', 'digits', 'open-dialogs', 'strip', 'ui-context'];
const BUILD_MS = 180_000;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

let built: string;
let server: Server;
let address: string;

/** The member app with its gallery, aside from the product's own build. */
const buildGallery = (outDir: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--emptyOutDir'],
      {
        cwd: WEB,
        env: { ...process.env, VITE_GALLERY: '1' },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`vite ended with ${code}`))));
  });

test.beforeAll(async () => {
  test.setTimeout(BUILD_MS);
  built = mkdtempSync(join(tmpdir(), 'minerx-gallery-'));
  await buildGallery(built);
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    const file = join(built, normalize(path));
    if (path.startsWith('/api/')) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : join(built, 'index.html');
    response.writeHead(200, { 'content-type': TYPES[extname(found)] ?? 'application/octet-stream' });
    createReadStream(found).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no address');
  address = `http://127.0.0.1:${bound.port}/__gallery`;
});

test.afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(built, { recursive: true, force: true });
});

test('the gallery shows every part of packages/ui', async ({ page }) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible();
  const shown = await page
    .locator('[data-part]')
    .evaluateAll((sections) => sections.map((section) => section.getAttribute('data-part')));
  const parts = readdirSync(PARTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => basename(file, '.tsx'))
    .filter((part) => !NOT_SEEN.includes(part));
  expect(shown.toSorted()).toEqual(parts.toSorted());
});

test('every part in every state can be used by everybody, in both themes, at 320 px', async ({ page }) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible();
  await expectAccessible(page, 'the gallery');
  await expectNoSidewaysScroll(page, 'the gallery');
  for (const [opener, role] of [
    ['Open the sheet', 'dialog'],
    ['Open the modal', 'dialog'],
    ['Show a success', 'alertdialog'],
    ['Show a failure', 'alertdialog'],
    ['Cover the screen', 'dialog'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page, opener);
    if (opener !== 'Cover the screen') await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toBeHidden();
  }
});

test('the second tap of a double tap leaves what the first has opened', async ({ page }) => {
  await page.goto(address);
  const opener = page.getByRole('button', { name: 'Open the sheet' });
  const sheet = page.getByRole('dialog');
  // Beside the sheet, where a tap closes it.
  await opener.evaluate((button) => button.scrollIntoView({ block: 'start' }));
  const { x, y } = (await opener.boundingBox())!;
  await page.mouse.dblclick(x + 10, y + 10);
  await expect(sheet).toBeVisible();
  await page.mouse.click(x + 10, y + 10);
  await expect(sheet).toBeHidden();
});

test('a sheet that the platform has closed is closed, and opens again', async ({ page }) => {
  await page.goto(address);
  const opener = page.getByRole('button', { name: 'Open the sheet' });
  const sheet = page.getByRole('dialog');
  await opener.click();
  await expect(sheet).toBeVisible();
  // As Android's back does before the first touch: no `cancel` comes before it.
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('dialog[open]')!.close());
  await expect(sheet).toBeHidden();
  await opener.click();
  await expect(sheet).toBeVisible();
});

test('a sheet takes no press for a moment after it has come', async ({ page }) => {
  await page.clock.install();
  await page.goto(address);
  const opener = page.getByRole('button', { name: 'Open the sheet' });
  const sheet = page.getByRole('dialog');
  const confirm = sheet.getByRole('button', { name: 'Confirm' });
  await expect(opener).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await opener.click();
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await confirm.dispatchEvent('click');
  await page.clock.runFor(299);
  await confirm.dispatchEvent('click');
  await expect(sheet).toBeVisible();
  await page.clock.runFor(1);
  await confirm.click();
  await expect(sheet).toBeHidden();
});
