import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { bitsOfTarget, createChain, difficultyOfBits, subsidySat, targetOfBits } from './chain/chain-model.ts';
import { createDevice, hashesBetween } from './device/device-model.ts';
import { startSimulator, type Simulator, type SimulatorName } from './spawn.ts';

const running: Simulator[] = [];
const start = async (name: SimulatorName, args: string[], at?: string): Promise<Simulator> => {
  const simulator = await startSimulator(name, args);
  running.push(simulator);
  if (at) await simulator.control('/clock', { at });
  return simulator;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.stop()));
});

const day = Date.UTC(2026, 10, 9);

describe('the simulated chain', () => {
  const chain = createChain('demo');

  it('has a plausible height and difficulty in November 2026', () => {
    const height = chain.tipAt(Date.UTC(2026, 10, 20))!;
    expect(Math.abs(height - 976_000)).toBeLessThan(3_000);
    const difficulty = difficultyOfBits(chain.bitsOf(height));
    expect(difficulty).toBeGreaterThan(139e12);
    expect(difficulty).toBeLessThan(161e12);
    expect(subsidySat(height)).toBe(312_500_000n);
  });

  it('has rising block times, and the tip is the last block not after the time', () => {
    for (let height = 970_000; height < 975_000; height++) {
      expect(chain.block(height + 1).time).toBeGreaterThan(chain.block(height).time);
    }
    for (const height of [971_713, 974_000, 974_736]) {
      const { time } = chain.block(height);
      expect(chain.tipAt(time * 1000)).toBe(height);
      expect(chain.tipAt(time * 1000 - 1)).toBe(height - 1);
    }
  });

  it('changes bits only every 2016 blocks, by the pace of the period before', () => {
    for (let period = 470; period < 490; period++) {
      const first = period * 2016;
      expect(chain.bitsOf(first + 2015)).toBe(chain.bitsOf(first));
      const lasted = chain.block(first + 2016).time - chain.block(first).time;
      const change = difficultyOfBits(chain.bitsOf(first + 2016)) / difficultyOfBits(chain.bitsOf(first));
      expect(change).toBeCloseTo(1_209_600 / lasted, 3);
    }
  });

  it('writes targets as block headers do', () => {
    expect(difficultyOfBits(0x1701fca1)).toBeCloseTo(141668107417558.25, 1);
    expect(difficultyOfBits(0x1d00ffff)).toBe(1);
    for (const bits of [0x1701fca1, 0x1d00ffff, 0x1b0404cb]) expect(bitsOfTarget(targetOfBits(bits))).toBe(bits);
  });
});

describe('the simulated network', () => {
  const ask = async (url: string, method: string, params: unknown[] = []): Promise<any> =>
    (await fetch(url, { method: 'POST', body: JSON.stringify({ id: 1, method, params }) })).json();

  it('answers like bitcoind', async () => {
    const network = await start('network', [], '2026-11-20T10:00:00Z');
    const info = (await ask(network.url, 'getmininginfo')).result;
    const hash = (await ask(network.url, 'getblockhash', [info.blocks])).result;
    const header = (await ask(network.url, 'getblockheader', [hash])).result;
    expect(header).toMatchObject({
      height: info.blocks,
      bits: info.bits,
      difficulty: info.difficulty,
      confirmations: 1,
    });
    expect(BigInt(`0x${info.target}`)).toBe(targetOfBits(Number.parseInt(info.bits, 16)));
    expect((await ask(network.url, 'getblockstats', [info.blocks])).result.subsidy).toBe(312_500_000);
    expect((await ask(network.url, 'getblockhash', [info.blocks + 1])).error).toEqual({
      code: -8,
      message: 'Block height out of range',
    });
    expect((await ask(network.url, 'nosuch')).error.code).toBe(-32601);
  });

  it('wants its password when it has one', async () => {
    const network = await start('network', ['--user', 'u', '--password', 'p']);
    expect((await fetch(network.url, { method: 'POST', body: '{"method":"getblockcount"}' })).status).toBe(401);
  });
});

describe('the simulated pool', () => {
  const get = async (pool: Simulator, path: string): Promise<any> =>
    (await fetch(`${pool.url}${path}`, { headers: { 'Pool-Auth-Token': 'demo' } })).json();

  it('pays what the hashes of the day are worth, less the fee', async () => {
    const pool = await start('pool', ['--devices', '5'], '2026-11-10T01:00:00Z');
    let hashes = 0n;
    for (let i = 1; i <= 5; i++) hashes += hashesBetween(createDevice('demo', `X1-00000${i}`), day, day + 86_400_000);
    const chain = createChain('demo');
    const bits = chain.bitsOf(chain.tipAt(day)!);
    expect(chain.bitsOf(chain.tipAt(day + 86_400_000)!)).toBe(bits);
    const expected = (Number(hashes) / (difficultyOfBits(bits) * 4294967296)) * 3.125 * 0.98;
    const { btc } = await get(pool, '/accounts/rewards/json/btc?from=2026-11-09&to=2026-11-09');
    expect(btc.daily_rewards).toHaveLength(1);
    expect(btc.daily_rewards[0].date).toBe(day / 1000);
    expect(Number(btc.daily_rewards[0].total_reward)).toBe(Math.floor(expected * 1e8) / 1e8);
  });

  it('knows a day only an hour after it ended, and later still when told to be late', async () => {
    const pool = await start('pool', ['--devices', '1'], '2026-11-10T00:59:59Z');
    const path = '/accounts/rewards/json/btc?from=2026-11-09&to=2026-11-09';
    expect((await get(pool, path)).btc.daily_rewards).toHaveLength(0);
    await pool.control('/clock', { at: '2026-11-10T01:00:00Z' });
    expect((await get(pool, path)).btc.daily_rewards).toHaveLength(1);
    await pool.control('/fault', { kind: 'late' });
    expect((await get(pool, path)).btc.daily_rewards).toHaveLength(0);
  });

  it('refuses a wrong token', async () => {
    const pool = await start('pool', []);
    expect((await fetch(`${pool.url}/accounts/workers/json/btc`)).status).toBe(401);
  });
});

describe('the simulated market', () => {
  const get = async (market: Simulator, path: string): Promise<any> => (await fetch(market.url + path)).json();

  it('gives the same minutes to everyone who has the seed', async () => {
    const [one, two] = [await start('market', []), await start('market', [])];
    const path = `/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${day}&limit=60`;
    const klines = await get(one, path);
    expect(klines).toHaveLength(60);
    expect(klines).toEqual(await get(two, path));
    expect(Number(klines[0][4])).toBeGreaterThan(80_000);
    expect(Number(klines[0][4])).toBeLessThan(110_000);
  });

  it('tells one price in the ticker and in the running minute', async () => {
    const market = await start('market', [], '2026-11-09T10:00:31Z');
    const ticker = await get(market, '/api/v3/ticker/24hr?symbol=ETHUSDT');
    const [kline] = await get(market, '/api/v3/klines?symbol=ETHUSDT&interval=1m&limit=1');
    expect(kline[4]).toBe(ticker.lastPrice);
    expect((await get(market, '/api/v3/ticker/price?symbol=ETHUSDT')).price).toBe(ticker.lastPrice);
  });

  it('asks to wait when asked too much', async () => {
    const market = await start('market', ['--weight-limit', '3']);
    const url = `${market.url}/api/v3/ticker/price?symbol=BTCUSDT`;
    const answers = [await fetch(url), await fetch(url)];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(Number(answers[1]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('streams klines and tickers to whoever subscribed, and cuts off who talks too much', async () => {
    const market = await start('market', []);
    const socket = new WebSocket(`${market.url.replace('http', 'ws')}/stream`);
    const messages: any[] = [];
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    await new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        messages.push(JSON.parse(String(data)));
        if (messages.some(({ stream }) => stream === 'btcusdt@kline_1m')) resolve();
      });
      socket.addEventListener('open', () =>
        socket.send('{"method":"SUBSCRIBE","params":["btcusdt@kline_1m","btcusdt@ticker"],"id":1}'),
      );
    });
    expect(messages[0]).toEqual({ result: null, id: 1 });
    const ticker = messages.find(({ stream }) => stream === 'btcusdt@ticker').data;
    expect(ticker).toMatchObject({ e: '24hrTicker', s: 'BTCUSDT' });
    expect(messages.find(({ stream }) => stream === 'btcusdt@kline_1m').data.k).toMatchObject({
      i: '1m',
      s: 'BTCUSDT',
    });
    for (let i = 0; i < 6; i++) socket.send('{"method":"LIST_SUBSCRIPTIONS","id":2}');
    expect(await closed).toBe(1008);
  });
});

describe.each(['fleet', 'pool', 'network', 'market'] as const)('the %s', (name) => {
  it('ends when whoever started it is gone', async () => {
    const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
    const child = spawn(process.execPath, [path, '--parent', '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('ends when told to', async () => {
    const simulator = await start(name, []);
    await simulator.stop();
    expect(() => process.kill(simulator.pid, 0)).toThrow();
  });
});
