import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../simulators/src/spawn.ts';
import { pollDevice } from './hashrate/cgminer.ts';
import { createBinanceMarket } from './market/binance.ts';
import { createCoinbaseMarket } from './market/coinbase.ts';
import { createNetworkSource } from './network/create.ts';
import { createBraiinsPool } from './pool/braiins.ts';
import { isSimulatedMiner, SIMULATOR_ANSWERS } from './simulator.ts';

let market: Simulator;
let second: Simulator;
let network: Simulator;
let pool: Simulator;
let fleet: Simulator;

beforeAll(async () => {
  [market, second, network, pool, fleet] = await Promise.all([
    startSimulator('market'),
    startSimulator('second-market'),
    startSimulator('network'),
    startSimulator('pool', ['--devices', '1', '--token', 't']),
    startSimulator('fleet', ['--devices', '1', '--outages-per-mille', '0']),
  ]);
});
afterAll(() => Promise.all([market, second, network, pool, fleet].map((simulator) => simulator.stop())));

/** As production configures a source: real, whatever answers there. */
const real = (url: string) => ({ sourceId: 'source', url, simulated: false, clock: Date });
const refused = { name: 'OutsideFailure', reason: 'refused', message: expect.stringContaining(SIMULATOR_ANSWERS) };

describe('a simulator where a real source was configured', () => {
  it('is refused as a market, by its answers and by its streams', async () => {
    const source = createBinanceMarket(real(market.url));
    await expect(source.latest(['BTCUSDT'])).rejects.toMatchObject(refused);
    const { promise: why, resolve } = Promise.withResolvers<string>();
    const stream = source.stream(['BTCUSDT'], {
      began: () => resolve('it was believed'),
      event: () => resolve('it was believed'),
      failed: ({ message }) => resolve(message),
    });
    expect(await why).toBe(`market streams: ${SIMULATOR_ANSWERS}`);
    stream.close();
  });

  it('is refused as a second market', async () => {
    await expect(createCoinbaseMarket(real(second.url)).closes(0, 60_000)).rejects.toMatchObject(refused);
  });

  it('is refused as a network, in both dialects', async () => {
    for (const url of [network.url, `${network.url}/api`])
      await expect(createNetworkSource(real(url)).current()).rejects.toMatchObject(refused);
  });

  it('is refused as a pool, also when it refuses us', async () => {
    for (const token of ['t', 'wrong'])
      await expect(createBraiinsPool({ ...real(pool.url), token }).workers()).rejects.toMatchObject(refused);
  });

  it('is refused as a miner', async () => {
    const [place] = (await fleet.ask('/devices')) as { serial: string; host: string; port: number }[];
    const device = { ...place!, sourceId: 'fleet' };
    expect(await pollDevice({ ...device, simulated: true })).toMatchObject({ ok: true });
    expect(await pollDevice({ ...device, simulated: false })).toMatchObject({
      ok: false,
      reason: 'denied',
      detail: SIMULATOR_ANSWERS,
    });
  });

  it('is told from a miner whose pool or firmware has such a name', () => {
    expect(
      isSimulatedMiner('{"STATUS":[{"Description":"cgminer 4.11.1"}],"X":[{"Url":"simulated.example.com"}]}'),
    ).toBe(false);
    expect(isSimulatedMiner('STATUS=S,Msg=Summary,Description=cgminer 4.11.1 simulated|SUMMARY,Elapsed=1|')).toBe(true);
  });
});
