import { angpauPackOpen } from '@minerx/contract/blessing';
import { request } from '../../base/api.ts';
import type { Intent } from '@minerx/contract/intent';
import { intentPlace } from '../../base/asking/intent.ts';
import { queryClient } from '../../base/query.tsx';
import { type Pack, type Opened, keys, cardOf, pickOf } from './blessing.api.ts';

/** One card of one pack. */
export interface PickInput {
  packId: string;
  /** The tapped card, 0 to 8. */
  index: number;
  /** The seal as it was shown before the pick. */
  commitment: string;
}

/** Where the pick of that pack is kept while its answer is missing. */
export const pickPlace = (packId: string) =>
  intentPlace<PickInput>(`blessing:${packId}`, {
    fits: (input) => input.packId === packId && typeof input.index === 'number',
  });

/**
 * Opens a pack at a card, under its key: the same key is the same pick, however often it is asked.
 * @throws {Refusal}
 */
export async function openPack({ key, input: { packId, index } }: Intent<PickInput>): Promise<Opened> {
  const { angpau, pick } = await request(angpauPackOpen, { body: { id: packId, index }, idempotencyKey: key });
  return { cards: angpau.map(cardOf), pick: pickOf(pick) };
}

/** After a pick: balances, chances and history are others now. */
export function renewAfterPick(packId: string): void {
  queryClient.setQueryData<Pack>(keys.pack(packId), (pack) => pack && { ...pack, opened: true });
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'pack' });
}
