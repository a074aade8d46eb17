import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { button, signIn } from '../../src/screen.ts';

/** Addresses of videos that the page fetches from now on. */
const fetchedVideos = (page: Page): string[] => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/\.(?:webm|mp4)$/.test(request.url())) fetched.push(request.url());
  });
  return fetched;
};

const openStage = async (page: Page): Promise<void> => {
  await signIn(page, DEMO);
  await page.goto('/miner/purchase2');
  await expect(page.getByRole('heading', { level: 2, name: 'X2 MAX' })).toBeVisible();
};

// proves 2: /miner/purchase2: looping video behind the page
test('the stage of the X2 page plays without a sound, and rests when it is told to', async ({ page }) => {
  const fetched = fetchedVideos(page);
  await openStage(page);
  const video = page.locator('video');
  await expect(video).toHaveJSProperty('muted', true);
  await expect(video).toHaveJSProperty('loop', true);
  await expect(video).toHaveJSProperty('paused', false);
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0);
  expect(fetched.length).toBeGreaterThan(0);
  await button(page, 'miner.motion.pause').click();
  await expect(video).toHaveJSProperty('paused', true);
  await button(page, 'miner.motion.play').click();
  await expect(video).toHaveJSProperty('paused', false);
});

test('whoever asked for less motion sees the still, and nothing more is fetched', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const fetched = fetchedVideos(page);
  await openStage(page);
  await expect(page.locator('img[src="/video/x2-poster.webp"]')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(button(page, 'miner.motion.pause')).toHaveCount(0);
  expect(fetched).toEqual([]);
});
