import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentWorld } from './world.ts';

/** The miner that one journey starts and a later one is paid for. */
export interface FirstMiner {
  email: string;
  orderId: string;
  /** ISO time of the world. */
  activatedAt: string;
}

const noteFile = (): string => join(currentWorld().dataDir, 'first-miner.json');

export function remember(miner: FirstMiner): void {
  writeFileSync(noteFile(), JSON.stringify(miner));
}

/** Null when the journey that starts it has not been made. */
export function recall(): FirstMiner | null {
  return existsSync(noteFile()) ? (JSON.parse(readFileSync(noteFile(), 'utf8')) as FirstMiner) : null;
}
