import { afterEach, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import type { Context } from '../../context.ts';
import { createNetworkSource } from '../../outside/network/create.ts';
import { checkIntegrity } from '../integrity/integrity.query.ts';
import { readVitalSigns } from '../system/vital-signs.query.ts';
import { forgetNetworkTip, recordNetworkTip } from './network-tip.command.ts';

let [app, node]: [TestApp, Simulator] = [] as never;
beforeEach(async () => {
  [app, node] = await Promise.all([testApp(), startSimulator('network')]);
});
afterEach(() => Promise.all([app.close(), node.stop()]));

/** As a start has it: its memory is empty but for what is stored. */
const started = (): Context => {
  const network = createNetworkSource({ sourceId: 'network', url: node.url, simulated: true, clock: Date });
  return { ...app.context, outside: { ...app.context.outside, network } };
};
const ready = async () => {
  const answer = await app.http.inject('/readyz');
  return { code: answer.statusCode, ...answer.json() };
};
const isRefused = async () =>
  (await readVitalSigns(app.context.pool, Date.now())).find(({ name }) => name === 'network_tip_refused')!.value;
const mails = async () =>
  (
    await app.context.pool.query<{ payload: { subject: string; text: string } }>(
      `SELECT payload FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    )
  ).rows.map(({ payload }) => payload);

it('a true tip that is refused because a lie was believed is told once, without making anything unready, until an operator has the lie forgotten', async () => {
  await node.control('/fault', { kind: 'jump' });
  await recordNetworkTip(started()); // The first tip of all is believed.
  expect(await ready()).toMatchObject({ code: 200, status: 'ready', payouts: 'open', network_tip: 'believed' });
  await node.control('/fault', { kind: 'none' });
  const context = started();
  const tick = () => recordNetworkTip(context);
  for (let minute = 0; minute < 3; minute += 1) await expect(tick()).rejects.toThrow('cannot become');
  expect(await ready()).toMatchObject({
    code: 200,
    status: 'ready',
    network_tip: 'refused',
    refused_because: expect.stringContaining('cannot become'),
  });
  expect(await isRefused()).toBe(1);
  const [mail, ...more] = await mails();
  expect([mail!.subject, more]).toEqual(['The tip of the chain is not believed', []]);
  expect(mail!.text).toContain('network forget');

  await forgetNetworkTip(context, { actor: 'operator:ana', reason: 'It was a lie' });
  await tick();
  expect(await ready()).toMatchObject({ code: 200, status: 'ready', payouts: 'open', network_tip: 'believed' });
  expect(await isRefused()).toBe(0);
  const { rows } = await app.context.pool.query("SELECT action FROM audit WHERE subject = 'network' ORDER BY id");
  expect(rows.map(({ action }) => action)).toEqual(['network.refused', 'network.forget', 'network.believed']);
  const broken = (await checkIntegrity(app.context)).filter(({ violations }) => violations > 0n);
  expect(broken.map(({ name }) => name).filter((name) => ['changes', 'versions'].includes(name))).toEqual([]);
});

it('a tip that is believed and refused by turns is mailed every six hours, not each time', async () => {
  await recordNetworkTip(started());
  const refuse = (): Promise<void> => expect(recordNetworkTip(started())).rejects.toThrow('cannot become');
  for (let times = 0; times < 2; times += 1) {
    await node.control('/fault', { kind: 'jump' });
    await refuse();
    await node.control('/fault', { kind: 'none' });
    await recordNetworkTip(started());
  }
  expect(await mails()).toHaveLength(1);
  await node.control('/fault', { kind: 'jump' });
  for (const ms of [6 * 3_600_000, 60_000]) {
    app.clock.advance(ms);
    await refuse();
  }
  expect(await mails()).toHaveLength(2);
});

it('a network that is silent is another thing: its tip is not refused', async () => {
  const context = started();
  const tick = () => recordNetworkTip(context);
  await tick();
  await node.control('/fault', { kind: 'down' });
  await expect(tick()).rejects.toMatchObject({ reason: 'unreachable' });
  expect(await isRefused()).toBe(0);
  expect(await mails()).toEqual([]);
});
