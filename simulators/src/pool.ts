import '../../scripts/pinned-node.ts';
import { createChain, subsidySat, targetOfBits } from './chain/chain-model.ts';
import { setClock, timeOf } from './program/control.ts';
import { addOutage, createDevice, hashesBetween, stateAt, type DeviceModel } from './device/device-model.ts';
import {
  closeServer,
  createJsonServer,
  fields,
  listen,
  Refused,
  type Answer,
  type Question,
} from './program/json-http.ts';
import { readOptions, readSerials, runUntilStopped } from './program/program.ts';
import { createVirtualClock } from './program/virtual-clock.ts';

/**
 * A mining pool with the HTTP API of Braiins Pool. What it saw and paid comes from the same model as the fleet with the
 * same seed. Some numbers are texts, as they have been in the field.
 *
 *   node simulators/src/pool.ts --port 0 --devices 100 --seed demo --token demo --fee-ppm 20000 --payout-ppm 1000000
 *   POST /clock {at, running}   POST /devices {serials, born?}   POST /outage {serial, from, to}
 *   POST /fault {kind: none | down | slow {ms} | malformed | late | half | twice {more?} | busy | strange | misdated {lastShare}}   GET /truth?day
 */
type Fault =
  | { kind: 'none' | 'down' | 'malformed' | 'late' | 'half' | 'busy' | 'strange' }
  | { kind: 'misdated'; lastShare: number }
  | { kind: 'slow'; ms: number }
  /** Each day stands there twice; the second one paid so many satoshi more. */
  | { kind: 'twice'; more?: number };

const dayMs = 86_400_000;
/** A day is credited one hour after it ended. */
const settlementMs = 3_600_000;
/** difficulty × 2³² = this ÷ target. */
const workOfTargetOne = 65_535n << 240n;

const options = readOptions(process.argv.slice(2), [
  'port',
  'devices',
  'prefix',
  'seed',
  'account',
  'token',
  'fee-ppm',
  'payout-ppm',
  'outages-per-mille',
]);
const seed = options.text('seed', 'demo');
const account = options.text('account', 'acct');
const token = options.text('token', 'demo');
const feePpm = options.number('fee-ppm', 20_000);
const payoutPpm = options.number('payout-ppm', 1_000_000);
const outagesPerMille = options.number('outages-per-mille', 80);
const chain = createChain(seed);
const clock = createVirtualClock();
const devices = new Map<string, DeviceModel>();
let fault: Fault = { kind: 'none' };

const addDevice = (serial: string, bornAtMs?: number): void => {
  if (devices.has(serial)) return;
  devices.set(serial, createDevice(seed, serial, { outagesPerMille, ...(bornAtMs === undefined ? {} : { bornAtMs }) }));
};

/** Gh/s of the last `minutes`, as the pool would count it from shares. */
const ghs = (device: DeviceModel, atMs: number, minutes: number): number => {
  const hashes = hashesBetween(device, atMs - minutes * 60_000, atMs);
  return Number(hashes / BigInt(minutes * 60)) / 1e9;
};

const workerOf = (device: DeviceModel, atMs: number): unknown => {
  const state = stateAt(device, atMs);
  const hash5m = ghs(device, atMs, 5);
  const expected = 74_000;
  return {
    state: state.up ? (hash5m < expected / 2 ? 'low' : 'ok') : 'off',
    last_share: Math.floor(lastShareAt(device, atMs) / 1000),
    hash_rate_unit: 'Gh/s',
    hash_rate_scoring: hash5m.toFixed(4),
    hash_rate_5m: hash5m.toFixed(4),
    hash_rate_60m: ghs(device, atMs, 60).toFixed(4),
    hash_rate_24h: Number(ghs(device, atMs, 1440).toFixed(4)),
    shares_5m: String(Math.floor((hash5m * 1e9 * 300) / 4294967296)),
    shares_60m: Math.floor((ghs(device, atMs, 60) * 1e9 * 3600) / 4294967296),
    shares_24h: Math.floor((ghs(device, atMs, 1440) * 1e9 * 86400) / 4294967296),
  };
};

const lastShareAt = (device: DeviceModel, atMs: number): number => {
  if (stateAt(device, atMs).up) return atMs - 4_000;
  // Down: the share before the outage began, found within the last day; 0 when it never worked.
  for (let before = atMs - 60_000; before > atMs - dayMs; before -= 60_000) {
    if (stateAt(device, before).up) return before;
  }
  return 0;
};

/** Satoshi for all hashes of the fleet on a UTC day, as pools count: hashes ÷ (difficulty × 2³²) × subsidy × (1 − fee) × payout. */
const rewardOfDay = (dayStartMs: number): { sat: bigint; hashes: bigint } => {
  let picoSat = 0n;
  let hashes = 0n;
  for (const [fromMs, toMs, height] of stretchesOfDay(dayStartMs)) {
    let done = 0n;
    for (const device of devices.values()) done += hashesBetween(device, fromMs, toMs);
    const target = targetOfBits(chain.bitsOf(height));
    picoSat += (done * target * subsidySat(height) * 1_000_000_000_000n) / workOfTargetOne;
    hashes += done;
  }
  const paid = (picoSat * BigInt(1_000_000 - feePpm) * BigInt(payoutPpm)) / 1_000_000_000_000n;
  return { sat: paid / 1_000_000_000_000n, hashes };
};

/** A day, cut where the chain's difficulty changed. */
const stretchesOfDay = (dayStartMs: number): [fromMs: number, toMs: number, height: number][] => {
  const dayEndMs = dayStartMs + dayMs;
  const last = chain.tipAt(dayEndMs - 1);
  const first = chain.tipAt(dayStartMs);
  if (first === null || last === null) return [];
  const period = Math.floor(last / 2016);
  const turnMs = chain.periodStart(period) * 1000;
  if (Math.floor(first / 2016) === period || turnMs <= dayStartMs) return [[dayStartMs, dayEndMs, last]];
  return [
    [dayStartMs, turnMs, first],
    [turnMs, dayEndMs, last],
  ];
};

const btc = (sat: bigint): string => `${sat / 100_000_000n}.${(sat % 100_000_000n).toString().padStart(8, '0')}`;

const midnight = (text: string | null, fallback: number): number => {
  if (text === null) return fallback;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isFinite(at)) throw new Refused(400, { error: `not a day: ${text}` });
  return at;
};

const dailyRewards = (query: URLSearchParams): unknown => {
  const now = clock.now();
  const today = Math.floor(now / dayMs) * dayMs;
  const from = midnight(query.get('from'), today - 7 * dayMs);
  const to = midnight(query.get('to'), today);
  const rewards: unknown[] = [];
  for (let day = from; day <= to && rewards.length < 400; day += dayMs) {
    // Half a day is told at its noon.
    const calculatedAt = day + (fault.kind === 'half' ? dayMs / 2 : dayMs + settlementMs);
    const late = fault.kind === 'late' && day === today - dayMs;
    if (calculatedAt > now || late) continue;
    const reward = rewardOfDay(day);
    for (const sat of paidFor(reward.sat)) rewards.push(rowOf(day, sat, reward.hashes, calculatedAt));
  }
  return { btc: { daily_rewards: rewards.toReversed() } };
};

const paidFor = (sat: bigint): bigint[] =>
  fault.kind === 'half' ? [sat / 2n] : fault.kind === 'twice' ? [sat, sat + BigInt(fault.more ?? 0)] : [sat];

const rowOf = (day: number, sat: bigint, hashes: bigint, calculatedAt: number): unknown => ({
  date: day / 1000,
  total_reward: btc(sat),
  mining_reward: btc(sat),
  bos_plus_reward: '0.00000000',
  referral_bonus: '0.00000000',
  referral_reward: '0.00000000',
  shares: Number(hashes / 4294967296n),
  share_prices: [],
  calculation_date: calculatedAt / 1000,
});

const profile = (): unknown => {
  const now = clock.now();
  const all = [...devices.values()];
  const sum = (minutes: number): number => all.reduce((total, device) => total + ghs(device, now, minutes), 0);
  const up = all.filter((device) => stateAt(device, now).up).length;
  return {
    username: account,
    btc: {
      confirmed_reward: '0.00000000',
      unconfirmed_reward: '0.00000000',
      hash_rate_unit: 'Gh/s',
      hash_rate_5m: sum(5),
      hash_rate_60m: sum(60),
      hash_rate_24h: sum(1440),
      ok_workers: up,
      low_workers: 0,
      off_workers: all.length - up,
      dis_workers: 0,
    },
  };
};

const inExahashes = (worker: Record<string, unknown>): Record<string, unknown> => ({
  hash_rate_unit: 'Eh/s',
  hash_rate_5m: Number(worker['hash_rate_5m']) / 1e9,
  hash_rate_24h: Number(worker['hash_rate_24h']) / 1e9,
});

const workers = (): unknown => {
  const now = clock.now();
  const list = [...devices.values()].map((device, index) => {
    const worker = workerOf(device, now) as Record<string, unknown>;
    // The first says its state in a word of tomorrow and its rates in another unit, the second a unit that nobody has, the third lies beyond all machines.
    if (fault.kind === 'strange' && index === 0) Object.assign(worker, inExahashes(worker), { state: 'napping' });
    if (fault.kind === 'strange' && index === 1) worker['hash_rate_unit'] = 'Nonces/fortnight';
    if (fault.kind === 'strange' && index === 2) worker['hash_rate_24h'] = Number(worker['hash_rate_24h']) * 1000;
    if (fault.kind === 'misdated' && index === 0) worker['last_share'] = fault.lastShare;
    const farm = fault.kind === 'strange' ? 'farm.' : '';
    return [`${account}.${farm}${device.serial}`, worker];
  });
  return { btc: { workers: Object.fromEntries(list) } };
};

const control = (path: string, body: unknown): Answer | null => {
  if (path === '/clock') return { body: setClock(clock, body) };
  if (path === '/fault') {
    fault = fields(body) as Fault;
    return { body: fault };
  }
  if (path === '/devices') {
    const { serials, born } = fields(body);
    if (!Array.isArray(serials)) throw new Refused(400, { error: 'serials: a list of texts' });
    for (const serial of serials) addDevice(String(serial), born === undefined ? undefined : timeOf(born));
    return { body: { devices: devices.size } };
  }
  if (path === '/outage') {
    const { serial, from, to } = fields(body);
    const device = devices.get(String(serial));
    if (!device) throw new Refused(404, { error: 'no such serial' });
    addOutage(device, timeOf(from), timeOf(to));
    return { body: {} };
  }
  return null;
};

const answer = async ({ method, path, query, headers, body }: Question): Promise<Answer | null> => {
  if (method === 'POST') return control(path, body) ?? { status: 404, body: { error: 'unknown path' } };
  if (path === '/truth') {
    const { sat, hashes } = rewardOfDay(midnight(query.get('day'), 0));
    return { body: { sat: sat.toString(), hashes: hashes.toString() } };
  }
  if (fault.kind === 'down') return null;
  if (fault.kind === 'malformed') return { body: '{"btc":{"workers":{"acct.', raw: true };
  if (fault.kind === 'busy') throw new Refused(429, { error: 'too many requests' }, { 'retry-after': '5' });
  if (fault.kind === 'slow') {
    const { ms } = fault;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  if ((headers['pool-auth-token'] ?? headers['slushpool-auth-token']) !== token) throw new Refused(401, 'Unauthorized');
  const place = path.replace(/\/$/, '');
  if (place === '/accounts/workers/json/btc') return { body: workers() };
  if (place === '/accounts/rewards/json/btc') return { body: dailyRewards(query) };
  if (place === '/accounts/profile/json/btc') return { body: profile() };
  return { status: 404, body: 'Not Found', raw: true };
};

for (const serial of readSerials(options)) addDevice(serial);
const server = createJsonServer(answer);
const port = await listen(server, options.number('port', 3380));
runUntilStopped({ port, devices: devices.size, simulated: true }, options.parent, () => closeServer(server));
