import { formatUnits } from '@minerx/rules/money';
import { walletByName, WALLET, type WalletName } from '@minerx/rules/wallet';
import { PRICE_BAND_PPM } from '@minerx/rules/price-band';
import { readPriceSettings } from '../../modules/market/price-band.query.ts';
import { setPriceBand } from '../../modules/market/price-band.command.ts';
import { setWalletPrice } from '../../modules/wallet/price.command.ts';
import { listWalletTypes } from '../../modules/wallet/wallet.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

const PPM_OF_PERCENT = 10_000;
const MEANING = { usd_per_unit: 'USD per unit', units_per_usd: 'units per USD' } as const;

export const priceCommands = [
  defineOperatorCommand({
    name: 'price list',
    grant: GRANTS.all,
    summary: 'Prices of the wallet types with their source.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { name, priceUnits, priceAt, priceSource, priceSimulated } of await listWalletTypes(context.pool)) {
        const meaning = MEANING[walletByName(name as WalletName).priceMeaning].padEnd(14);
        const source = `${priceSource}${priceSimulated ? ' (simulated)' : ''}`;
        print(
          `${name.padEnd(6)} ${formatUnits(priceUnits).padStart(16)} ${meaning} ${priceAt.toISOString()} ${source}`,
        );
      }
      const { bandPpm, doubted } = await readPriceSettings(context.pool);
      print(`A price of BTC may be ${bandPpm / PPM_OF_PERCENT} % from what bears it out.`);
      if (doubted !== null) {
        const { doubt, price, source, second, since } = doubted;
        print(
          `NOT BELIEVED since ${since} (${doubt}): ${source} says ${price}, the second source ${second ?? 'nothing'}.`,
        );
      }
    },
  }),
  defineOperatorCommand({
    name: 'price band',
    grant: GRANTS.two,
    summary: 'Sets how far a price of BTC may be from the second source or our last confirmed close, in percent.',
    flags: { percent: { hint: '10', kind: 'amount', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { percent, reason }) => {
      const bandPpm = Number(percent) * PPM_OF_PERCENT;
      const { least, most } = PRICE_BAND_PPM;
      if (bandPpm < least || bandPpm > most)
        throw new OperatorProblem(`--percent is ${least / PPM_OF_PERCENT} to ${most / PPM_OF_PERCENT}.`, 'percent');
      const before = await setPriceBand(context, { bandPpm, actor, reason });
      print(`Band of the BTC price: ${before / PPM_OF_PERCENT} % → ${percent} %`);
    },
  }),
  defineOperatorCommand({
    name: 'price set',
    grant: GRANTS.two,
    summary: 'Sets the price of a wallet type, with history. BTC follows the market source and cannot be set.',
    flags: {
      wallet: { hint: 'AOGTD', kind: 'wallet', required: true },
      price: { hint: '2', kind: 'amount', required: true },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { wallet, price, reason }) => {
      const { id, name, priceMeaning } = walletByName(wallet as WalletName);
      if (id === WALLET.BTC)
        throw new OperatorProblem('The price of BTC follows the market source; it cannot be set by hand.');
      const before = await setWalletPrice(context, { walletId: id, price, actor, reason });
      print(`${name}: ${before} → ${price} ${MEANING[priceMeaning]}`);
    },
  }),
];
