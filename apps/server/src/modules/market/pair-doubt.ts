import { MINUTE_MS } from '@minerx/rules/duration';
import { BTC_SYMBOL, DEFAULT_PRICE_BAND_PPM, isLeap } from '@minerx/rules/price-band';
import { parseUnits } from '@minerx/rules/money';
import type { Context } from '../../context.ts';
import type { PairNow } from '../../ports.ts';
import { readPriceSettings } from './price-band.query.ts';

/** What a price must have leapt from. */
const CLOSES_COMPARED = 60;

type Dependencies = Pick<Context, 'pool' | 'bus' | 'clock' | 'log'>;

/**
 * Which of the shown pairs say something that nobody bears out. Of BTC that is what the second market does not confirm, by the same
 * judgement as for money; of the others, which only one market tells, a leap away from their own last hour.
 */
export class PairDoubt {
  readonly #dependencies: Dependencies;
  readonly #stopListening: () => void;
  #bandPpm = DEFAULT_PRICE_BAND_PPM;
  #doubtsBtc = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#stopListening = dependencies.bus.subscribe('settings_changed', ({ key }) => {
      if (key === 'btc_price_doubt' || key === 'price_band_ppm') void this.read();
    });
  }

  /** Never rejects: without an answer the last one holds. */
  async read(): Promise<void> {
    try {
      const { bandPpm, doubted } = await readPriceSettings(this.#dependencies.pool);
      this.#bandPpm = bandPpm;
      this.#doubtsBtc = doubted !== null;
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'whether prices are doubted was not read');
    }
  }

  isDoubted({ symbol: { name }, ticker, minutes }: Pick<PairNow, 'symbol' | 'ticker' | 'minutes'>): boolean {
    if (name === BTC_SYMBOL) return this.#doubtsBtc;
    const over = this.#dependencies.clock.now() - MINUTE_MS;
    const closes = minutes.filter(({ openAt }) => openAt <= over).slice(-CLOSES_COMPARED);
    const units = closes.flatMap(({ close }) => parseUnits(close) ?? []);
    return isLeap(ticker.priceUnits, units, this.#bandPpm);
  }

  close(): void {
    this.#stopListening();
  }
}
