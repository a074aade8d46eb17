import { MINUTE_MS } from '@minerx/rules/duration';
import { isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import type { Bus } from '../../bus/bus.ts';
import { findChosenLanguage } from './member.store.ts';
import type { Pool } from 'pg';

/** A message of the bus may get lost. */
const MAX_AGE_MS = MINUTE_MS;
const MOST_MEMBERS = 10_000;

/**
 * Which language members have chosen, for the sentences of their refusals. Whoever is refused again and again is looked up once a
 * minute; a choice counts at once.
 */
export class ChosenLanguages {
  readonly #pool: Pool;
  readonly #known = new Map<bigint, { language: WireLanguage | null; at: number }>();
  readonly close: () => void;

  constructor({ pool, bus }: { pool: Pool; bus: Bus }) {
    this.#pool = pool;
    this.close = bus.subscribe('language_chosen', ({ memberId }) => void this.#known.delete(BigInt(memberId)));
  }

  /** Null when the member has chosen none, or it is not known and the database is not to be asked (`mayAsk`). */
  async of(memberId: bigint, mayAsk: boolean): Promise<WireLanguage | null> {
    const known = this.#known.get(memberId);
    if (known !== undefined && (!mayAsk || performance.now() - known.at < MAX_AGE_MS)) return known.language;
    if (!mayAsk) return null;
    const found = await findChosenLanguage(this.#pool, memberId).catch(() => null);
    const language = found !== null && isWireLanguage(found) ? found : null;
    if (this.#known.size >= MOST_MEMBERS) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(memberId, { language, at: performance.now() });
    return language;
  }
}
