import type { ResultOf } from '@minerx/contract/call';
import type { operatorDevices } from '@minerx/contract/operator/device';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { addOperators, openConsole, type Console } from '../../../test/operator/operators.ts';

let app: TestApp;
let admin: Console;

beforeAll(async () => {
  app = await testApp();
  await addOperators(app);
  admin = await openConsole(app, 'admin');
  const rows = Array.from(
    { length: LIST_ROWS + 5 },
    (_, place) => `D${String(place).padStart(3, '0')},X1,10.0.0.1,${4000 + place},yes`,
  );
  const file = ['serial,line,host,port,simulated', ...rows].join('\n');
  const { status, text } = await admin.run('device register', { file, reason: 'test' });
  if (status !== 200) throw new Error(text);
}, 60_000);
afterAll(() => app.close());

const list = async (query = '') => {
  const { body, text } = await admin.ask('GET', `operator/device/all?${query}`);
  if (!body.result) throw new Error(text);
  return body.result as unknown as ResultOf<typeof operatorDevices>;
};

describe('devices on the desk', () => {
  // proves 7: GET operator/device/all
  it('stand by serial, page by page, from a serial on, and by whether they answer', async () => {
    const first = await list();
    const second = await list(`after=${first.next}`);
    expect([...first.rows, ...second.rows].map(({ serial }) => serial)).toEqual(
      Array.from({ length: LIST_ROWS + 5 }, (_, place) => `D${String(place).padStart(3, '0')}`),
    );
    expect(second.next).toBeNull();
    expect(first.rows[0]).toMatchObject({ line: 'x1', connected: false, address: '10.0.0.1:4000' });
    expect((await list('serial=D052')).rows.map(({ serial }) => serial)).toEqual(['D052', 'D053', 'D054']);
    await app.context.pool.query(
      `INSERT INTO device_state (device_id, connected, hashrate_ths, polled_at) SELECT id, true, 12.5, $1 FROM device WHERE serial = 'D053'`,
      [new Date(app.clock.now())],
    );
    expect((await list('state=silent&serial=D052')).rows.map(({ serial }) => serial)).toEqual(['D052', 'D054']);
    expect((await list('serial=D053')).rows[0]).toMatchObject({ connected: true, hashrate_ths: 12.5 });
  });
});
