import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { clearCounts, PIN, register } from '../../../test/people.ts';
import { createLocalBus } from '../../bus/bus.ts';
import type { SessionMember } from '../../ports.ts';
import { Refusal } from '../../refusal.ts';
import { createPins, type PinGate } from './pin.gate.ts';

let app: TestApp;
/** A second process: its own memory, the same database. */
let otherProcess: PinGate;
beforeAll(async () => {
  app = await testApp();
  const { pool, clock, env, security } = app.context;
  otherProcess = createPins({ pool, clock, pepper: env.pepper, bus: createLocalBus(), security });
});
afterAll(() => app.close());

const session = (memberId: bigint): SessionMember => ({ memberId, sessionId: randomUUID() });
const outcome = async (gate: Pick<PinGate, 'require'>, member: SessionMember, pin: string): Promise<string> => {
  try {
    await gate.require(member, pin);
    return 'right';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
/** Another PIN, and no word of it. */
const changeUntold = (memberId: bigint) =>
  app.context.pool.query(
    `UPDATE member SET pin_hash = (SELECT pin_hash FROM member WHERE username = 'root') WHERE id = $1`,
    [memberId],
  );
const tally = (outcomes: string[]) =>
  Object.fromEntries(
    Map.groupBy(outcomes, (code) => code)
      .entries()
      .map(([code, list]) => [code, list.length]),
  );

describe('the security PIN', () => {
  it('is compared at most five times, however many sessions and processes guess at once', async () => {
    const { memberId } = await register(app);
    const guesses = Array.from({ length: 100 }, (_, guess) =>
      outcome(guess % 2 === 0 ? app.context.pins : otherProcess, session(memberId), String(100_000 + guess)),
    );
    expect(tally(await Promise.all(guesses))).toEqual({ err_pin_wrong: 5, err_pin_locked: 95 });
  });

  it('locks for fifteen minutes after five wrong ones, the right one included, then for thirty', async () => {
    const { memberId } = await register(app);
    const member = session(memberId);
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(await outcome(app.context.pins, member, '000000')).toBe('err_pin_wrong');
    await expect(app.context.pins.require(member, PIN)).rejects.toMatchObject({
      code: 'err_pin_locked',
      more: { retryAfterS: 900 },
    });
    app.clock.advance(15 * 60_000);
    for (let wrong = 0; wrong < 5; wrong += 1) await outcome(app.context.pins, member, '000000');
    await expect(app.context.pins.require(member, PIN)).rejects.toMatchObject({ more: { retryAfterS: 1800 } });
    app.clock.advance(30 * 60_000);
    expect(await outcome(app.context.pins, member, PIN)).toBe('right');
  });

  it('starts counting anew after a right one', async () => {
    const { memberId } = await register(app);
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1)
        expect(await outcome(app.context.pins, session(memberId), '000000')).toBe('err_pin_wrong');
      expect(await outcome(app.context.pins, session(memberId), PIN)).toBe('right');
    }
  });

  it('is remembered for a session, so that the next use asks the database nothing, for ten minutes', async () => {
    const { memberId } = await register(app);
    const member = session(memberId);
    await app.context.pins.require(member, PIN);
    await changeUntold(memberId);
    expect(await outcome(app.context.pins, member, PIN)).toBe('right');
    expect(await outcome(app.context.pins, session(memberId), PIN)).toBe('err_pin_wrong');
    app.clock.advance(10 * 60_000);
    expect(await outcome(app.context.pins, member, PIN)).toBe('err_pin_wrong');
  });

  it('is forgotten when the session ends, the PIN changes or guesses lock it', async () => {
    const { memberId } = await register(app);
    const [one, two, three] = [session(memberId), session(memberId), session(memberId)];
    for (const member of [one, two, three]) await app.context.pins.require(member, PIN);
    for (let wrong = 0; wrong < 5; wrong += 1) await outcome(app.context.pins, one, '000000');
    expect(await outcome(app.context.pins, two, PIN)).toBe('err_pin_locked');
    app.clock.advance(15 * 60_000);
    for (const member of [one, two, three]) await app.context.pins.require(member, PIN);
    await changeUntold(memberId);
    app.context.bus.publish('session_ended', { sessionId: one.sessionId });
    expect(await outcome(app.context.pins, one, PIN)).toBe('err_pin_wrong');
    expect(await outcome(app.context.pins, two, PIN)).toBe('right');
    app.context.bus.publish('pin_changed', { memberId: memberId.toString() });
    expect(await outcome(app.context.pins, two, PIN)).toBe('err_pin_wrong');
  });

  it('is forgotten when its change elsewhere may not have been heard of', async () => {
    const { memberId } = await register(app);
    const member = session(memberId);
    await app.context.pins.require(member, PIN);
    await changeUntold(memberId);
    app.context.bus.publish('words_missed', {});
    expect(await outcome(app.context.pins, member, PIN)).toBe('err_pin_wrong');
  });

  it('is bound to its member and to the pepper', async () => {
    const [one, other] = [await register(app), await register(app)];
    const { pool, clock, security } = app.context;
    await pool.query('UPDATE member SET pin_hash = (SELECT pin_hash FROM member WHERE id = $2) WHERE id = $1', [
      one.memberId,
      other.memberId,
    ]);
    expect(await outcome(app.context.pins, session(one.memberId), PIN)).toBe('err_pin_wrong');
    const unpeppered = createPins({
      pool,
      clock,
      security,
      bus: createLocalBus(),
      pepper: 'another pepper of at least 32 letters',
    });
    expect(await outcome(app.context.pins, session(other.memberId), PIN)).toBe('right');
    await clearCounts(app.database);
    expect(await outcome(unpeppered, session(other.memberId), PIN)).toBe('err_pin_wrong');
  });
});
