import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isUuid, uuidV7 } from './ids.ts';

const random = { bytes: (count: number) => randomBytes(count) };

test('ids of one millisecond stand in the order in which they were made', () => {
  const clock = { now: () => Date.UTC(2026, 0, 5, 12) };
  const made = Array.from({ length: 5000 }, () => uuidV7(clock, random));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made.map((id) => id.slice(-12))).size).toBe(made.length);
});

test('an id is of version 7, says its millisecond, and sorts behind those of earlier ones', () => {
  const at = Date.UTC(2026, 0, 5, 12);
  const [id, later] = [at, at + 1].map((ms) => uuidV7({ now: () => ms }, random));
  expect(isUuid(id!)).toBe(true);
  expect(parseInt(id!.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(id! < later!).toBe(true);
});
