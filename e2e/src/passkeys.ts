import type { Page } from '@playwright/test';
import { currentWorld } from './world.ts';

/** Passkeys belong to a name: the world by its own, not by its address in digits. */
export const byName = (path: string): string => `http://localhost:${currentWorld().port}${path}`;

/** A phone that keeps passkeys and knows whoever holds it. */
export const giveAuthenticator = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};
