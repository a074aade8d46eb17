import { existsSync } from 'node:fs';

/** Debian's names of it; `CHROMIUM_PATH` names another, and where there is none Playwright takes its own. */
const launch = (...paths: string[]) => {
  const executablePath = process.env['CHROMIUM_PATH'] ?? paths.find((path) => existsSync(path));
  return {
    ...(executablePath !== undefined && { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page that a journey answers in the server's place may still speak with it.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  };
};

const WHOLE = '/usr/bin/chromium';

/** The engine without the browser around it: a third less processor time. */
export const ENGINE = launch('/usr/bin/chromium-headless-shell', WHOLE);

/** The browser: the engine alone shows no messages, and draws letters a little otherwise. */
export const BROWSER = launch(WHOLE);
