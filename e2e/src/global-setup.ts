import '../../scripts/pinned-node.ts';
import { createWorld, endWorld } from './world.ts';

/** One world for the whole run: the first start takes the time of thirty simulated days. */
export default async function setUp(): Promise<() => Promise<void>> {
  try {
    await createWorld();
  } catch (error) {
    await endWorld().catch(() => undefined);
    throw error;
  }
  return endWorld;
}
