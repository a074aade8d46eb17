import { expect, it } from 'vitest';
import { testEnv } from '../../test/app.ts';
import { freePort } from '@minerx/embedded-postgres/cluster';
import { holdPort } from './port.ts';

it('a port that is held tells who knocks to come back, refuses another start, and is free when it is let go', async () => {
  const port = await freePort();
  const env = testEnv({ PORT: String(port), ROLES: 'worker' });
  const held = await holdPort(env);
  const answer = await fetch(`http://127.0.0.1:${port}/api/system/settings`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ err_code: 'err_unavailable', request_id: expect.any(String) });
  const page = await fetch(`http://127.0.0.1:${port}/dashboard`, {
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de-DE,de;q=0.9' },
  });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  const html = await page.text();
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<meta http-equiv="refresh" content="5">');
  expect(html).toContain('Bitte versuchen Sie es in Kürze erneut.');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await expect(holdPort(env)).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken by another program`);
  await held.release();
  await (await holdPort(env)).release();
});
