import { createWorld, endWorld } from '../src/world.ts';
import { MOMENT } from './moment.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  try {
    await createWorld(MOMENT);
  } catch (error) {
    await endWorld().catch(() => undefined);
    throw error;
  }
  return endWorld;
}
