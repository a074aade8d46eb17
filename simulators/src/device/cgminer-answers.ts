import { claimedAt, type Claims } from './claims.ts';
import { hashesWhileUp, rateOfSecond, type DeviceModel, type DeviceState } from './device-model.ts';
import { sayInDialect, sayWhoItIs, type Dialect } from './dialects.ts';
import { mix } from '../program/noise.ts';

/**
 * The words of cgminer 4.11.1 (API 3.7) as recorded in fixtures/cgminer-4.11.1-transcript.txt: same keys, same order, same
 * number of decimals. A field is its key and its JSON literal, so that `0.00` stays `0.00`.
 */
type Field = [key: string, literal: string];
type Section = { status: 'S' | 'E'; code: number; msg: string; name?: string; fields?: Field[]; bare?: boolean };

/** The real program's, and one word that it would not say: whoever asks can tell us from it. */
const description = 'cgminer 4.11.1 simulated';
const shareDifficulty = 131_072;
const hashesPerShare = shareDifficulty * 4_294_967_296;

export type Worker = { account: string; poolUrl: string };

/** What the device says that is not so, and in which words. */
type Manner = { claims: Claims | null; dialect: Dialect };
const plain: Manner = { claims: null, dialect: 'cgminer' };

type Figures = {
  elapsedS: number;
  /** MH/s over a window of the last seconds. */
  windowMhs: (windowS: number) => number;
  /** MH/s over the whole run, as the program computes it from its counter. */
  averageMhs: number;
  hashes: bigint;
  totalMh: string;
  accepted: number;
  rejected: number;
  lastShareS: number;
  atS: number;
};

const quoted = (text: string): string => JSON.stringify(text);
const fixed = (value: number, decimals: number): string => value.toFixed(decimals);

const figuresOf = (device: DeviceModel, state: DeviceState, atMs: number, claims: Claims | null): Figures => {
  const { elapsedS, hashes } = claimedAt(device, state, atMs, claims);
  const kilo = (hashes / 1000n).toString().padStart(4, '0');
  // Shares are found by work, whatever the counter says.
  const worked = hashesWhileUp(device, state.bootAtMs, atMs);
  const shares = Math.floor(Number(worked) / hashesPerShare);
  const rejected = Math.floor(shares / 500);
  const sinceShareS = (Number(worked) - shares * hashesPerShare) / (state.rateMhs * 1e6);
  return {
    elapsedS,
    windowMhs(windowS) {
      const fromMs = Math.max(state.bootAtMs, atMs - windowS * 1000);
      if (fromMs === atMs) return rateOfSecond(device, Math.floor(atMs / 1000));
      return Number(hashesWhileUp(device, fromMs, atMs)) / 1000 / (atMs - fromMs);
    },
    averageMhs: Number(hashes) / 1e6 / Math.max(elapsedS, 1),
    hashes,
    totalMh: `${kilo.slice(0, -3)}.${kilo.slice(-3)}0`,
    accepted: shares - rejected,
    rejected,
    lastShareS: shares === 0 ? 0 : Math.floor(atMs / 1000 - sinceShareS),
    atS: Math.floor(atMs / 1000),
  };
};

const summary = (figures: Figures): Section => {
  const { accepted, rejected, elapsedS } = figures;
  const shares = accepted + rejected;
  const perMinute = elapsedS === 0 ? 0 : (accepted * 60) / elapsedS;
  const percent = shares === 0 ? 0 : (rejected * 100) / shares;
  return {
    status: 'S',
    code: 11,
    msg: 'Summary',
    name: 'SUMMARY',
    fields: [
      ['Elapsed', String(elapsedS)],
      ['MHS av', fixed(figures.averageMhs, 2)],
      ['MHS 5s', fixed(figures.windowMhs(5), 2)],
      ['MHS 1m', fixed(figures.windowMhs(60), 2)],
      ['MHS 5m', fixed(figures.windowMhs(300), 2)],
      ['MHS 15m', fixed(figures.windowMhs(900), 2)],
      ['Found Blocks', '0'],
      ['Getworks', String(1 + Math.floor(elapsedS / 30))],
      ['Accepted', String(accepted)],
      ['Rejected', String(rejected)],
      ['Hardware Errors', String(Math.floor(shares / 900))],
      ['Utility', fixed(perMinute, 2)],
      ['Discarded', String(11 + Math.floor(elapsedS / 15))],
      ['Stale', '0'],
      ['Get Failures', '0'],
      ['Local Work', String(14 + shares * 3)],
      ['Remote Failures', '0'],
      ['Network Blocks', String(1 + Math.floor(elapsedS / 600))],
      ['Total MH', figures.totalMh],
      ['Work Utility', fixed(perMinute * shareDifficulty, 2)],
      ['Difficulty Accepted', fixed(accepted * shareDifficulty, 8)],
      ['Difficulty Rejected', fixed(rejected * shareDifficulty, 8)],
      ['Difficulty Stale', fixed(0, 8)],
      ['Best Share', String(shares * 977)],
      ['Device Hardware%', fixed(0, 4)],
      ['Device Rejected%', fixed(percent, 4)],
      ['Pool Rejected%', fixed(percent, 4)],
      ['Pool Stale%', fixed(0, 4)],
      ['Last getwork', String(figures.atS - (figures.atS % 30))],
    ],
  };
};

const pools = (figures: Figures, device: DeviceModel, worker: Worker): Section => {
  const { accepted, rejected, elapsedS } = figures;
  const shares = accepted + rejected;
  const percent = shares === 0 ? 0 : (rejected * 100) / shares;
  return {
    status: 'S',
    code: 7,
    msg: '1 Pool(s)',
    name: 'POOLS',
    bare: true,
    fields: [
      ['POOL', '0'],
      ['URL', quoted(`stratum+tcp://${worker.poolUrl}`)],
      ['Status', quoted('Alive')],
      ['Priority', '0'],
      ['Quota', '1'],
      ['Long Poll', quoted('N')],
      ['Getworks', String(1 + Math.floor(elapsedS / 30))],
      ['Accepted', String(accepted)],
      ['Rejected', String(rejected)],
      ['Works', String(2 + shares * 3)],
      ['Discarded', String(11 + Math.floor(elapsedS / 15))],
      ['Stale', '0'],
      ['Get Failures', '0'],
      ['Remote Failures', '0'],
      ['User', quoted(`${worker.account}.${device.serial}`)],
      ['Last Share Time', String(figures.lastShareS)],
      ['Diff1 Shares', String(shares * shareDifficulty)],
      ['Proxy Type', quoted('')],
      ['Proxy', quoted('')],
      ['Difficulty Accepted', fixed(accepted * shareDifficulty, 8)],
      ['Difficulty Rejected', fixed(rejected * shareDifficulty, 8)],
      ['Difficulty Stale', fixed(0, 8)],
      ['Last Share Difficulty', fixed(shares === 0 ? 0 : shareDifficulty, 8)],
      ['Work Difficulty', fixed(shareDifficulty, 8)],
      ['Has Stratum', 'true'],
      ['Stratum Active', 'true'],
      ['Stratum URL', quoted(worker.poolUrl.split(':')[0]!)],
      ['Stratum Difficulty', fixed(shareDifficulty, 8)],
      ['Has Vmask', 'false'],
      ['Has GBT', 'false'],
      ['Best Share', String(shares * 977)],
      ['Pool Rejected%', fixed(percent, 4)],
      ['Pool Stale%', fixed(0, 4)],
      ['Bad Work', '1'],
      ['Current Block Height', String(899_999 + Math.floor(elapsedS / 600))],
      ['Current Block Version', '536870912'],
    ],
  };
};

const stats = (figures: Figures): Section => {
  const zeroes: Field[] = ['Calls'].map((key) => [key, '0']);
  const difficulty = fixed(shareDifficulty, 8);
  const bytes = 145 + figures.accepted * 120;
  return {
    status: 'S',
    code: 70,
    msg: 'CGMiner stats',
    name: 'STATS',
    bare: true,
    fields: [
      ['STATS', '0'],
      ['ID', quoted('POOL0')],
      ['Elapsed', String(figures.elapsedS)],
      ...zeroes,
      ['Wait', fixed(0, 6)],
      ['Max', fixed(0, 6)],
      ['Min', fixed(99_999_999, 6)],
      ['Pool Calls', '0'],
      ['Pool Attempts', '0'],
      ['Pool Wait', fixed(0, 6)],
      ['Pool Max', fixed(0, 6)],
      ['Pool Min', fixed(99_999_999, 6)],
      ['Pool Av', fixed(0, 6)],
      ['Work Had Roll Time', 'false'],
      ['Work Can Roll', 'false'],
      ['Work Had Expire', 'false'],
      ['Work Roll Time', '0'],
      ['Work Diff', difficulty],
      ['Min Diff', difficulty],
      ['Max Diff', difficulty],
      ['Min Diff Count', '14'],
      ['Max Diff Count', '14'],
      ['Times Sent', String(2 + figures.accepted)],
      ['Bytes Sent', String(bytes)],
      ['Times Recv', String(4 + figures.accepted)],
      ['Bytes Recv', String(bytes * 2)],
      ['Net Bytes Sent', String(bytes)],
      ['Net Bytes Recv', String(bytes * 2)],
    ],
  };
};

const version: Section = {
  status: 'S',
  code: 22,
  msg: 'CGMiner versions',
  name: 'VERSION',
  fields: [
    ['CGMiner', quoted('4.11.1')],
    ['API', quoted('3.7')],
  ],
};

const config: Section = {
  status: 'S',
  code: 33,
  msg: 'CGMiner config',
  name: 'CONFIG',
  fields: [
    ['ASC Count', '0'],
    ['PGA Count', '0'],
    ['Pool Count', '1'],
    ['Strategy', quoted('Failover')],
    ['Log Interval', '5'],
    ['Device Code', quoted('ICA ')],
    ['OS', quoted('Linux')],
    ['Hotplug', '5'],
  ],
};

const coin = (figures: Figures): Section => {
  const block = Math.floor(figures.atS / 600);
  const hash = Array.from({ length: 8 }, (_, i) => mix('coin', block, i).toString(16).padStart(8, '0')).join('');
  return {
    status: 'S',
    code: 78,
    msg: 'CGMiner coin',
    name: 'COIN',
    fields: [
      ['Hash Method', quoted('sha256')],
      ['Current Block Time', fixed(block * 600, 6)],
      ['Current Block Hash', quoted(hash)],
      ['LP', 'true'],
      ['Network Difficulty', fixed(shareDifficulty, 8)],
    ],
  };
};

const sectionOf = (command: string, figures: Figures, device: DeviceModel, worker: Worker): Section => {
  switch (command) {
    case 'version':
      return version;
    case 'summary':
      return summary(figures);
    case 'pools':
      return pools(figures, device, worker);
    case 'devs':
      return { status: 'E', code: 10, msg: 'No ASCs' };
    case 'stats':
      return stats(figures);
    case 'config':
      return config;
    case 'coin':
      return coin(figures);
    default:
      return { status: 'E', code: 14, msg: 'Invalid command' };
  }
};

const pair = ([key, literal]: Field): string => `${quoted(key)}:${literal}`;

const asJson = (section: Section, atS: number): string => {
  const status: Field[] = [
    ['STATUS', quoted(section.status)],
    ['When', String(atS)],
    ['Code', String(section.code)],
    ['Msg', quoted(section.msg)],
  ];
  // The real program leaves the description out of exactly this one error.
  if (section.code !== 14) status.push(['Description', quoted(description)]);
  const body = section.fields ? `,"${section.name}":[{${section.fields.map(pair).join(',')}}]` : '';
  return `{"STATUS":[{${status.map(pair).join(',')}}]${body},"id":1}`;
};

const asText = (section: Section, atS: number): string => {
  const plain = ([key, literal]: Field): string =>
    `${key}=${literal.startsWith('"') ? String(JSON.parse(literal)) : literal}`;
  const tail = section.code === 14 ? '' : `,Description=${description}`;
  const head = `STATUS=${section.status},When=${atS},Code=${section.code},Msg=${section.msg}${tail}|`;
  if (!section.fields) return head;
  const words = section.fields.map(plain);
  return `${head}${(section.bare ? words : [section.name!, ...words]).join(',')}|`;
};

const denied: Section = { status: 'E', code: 45, msg: 'Access denied to the command' };

/** The whole answer to one request, without the NUL. `refuse` answers as a device that does not allow us. */
export const answerOf = (
  request: string,
  device: DeviceModel,
  state: DeviceState,
  atMs: number,
  worker: Worker,
  refuse = false,
  { claims, dialect }: Manner = plain,
): string => {
  const figures = figuresOf(device, state, atMs, claims);
  const text = request.trim();
  const whose = refuse ? null : sayWhoItIs(dialect, text, device.serial, figures.atS);
  if (whose !== null) return whose;
  const said =
    refuse || !text.includes('summary')
      ? null
      : sayInDialect(dialect, { ...figures, totalMh: figures.hashes / 1_000_000n });
  if (said !== null) return said;
  if (!text.startsWith('{')) {
    const command = text.split('|')[0]!;
    return asText(refuse ? denied : sectionOf(command, figures, device, worker), figures.atS);
  }
  let command: unknown;
  try {
    command = (JSON.parse(text) as { command?: unknown }).command;
  } catch {
    return asJson({ status: 'E', code: 23, msg: 'Invalid JSON' }, figures.atS);
  }
  if (typeof command !== 'string') return asJson({ status: 'E', code: 24, msg: "Missing JSON 'command'" }, figures.atS);
  if (refuse) return asJson(denied, figures.atS);
  const commands = command.split('+');
  if (commands.length === 1) return asJson(sectionOf(command, figures, device, worker), figures.atS);
  const parts = commands.map(
    (name) => `${quoted(name)}:[${asJson(sectionOf(name, figures, device, worker), figures.atS)}]`,
  );
  return `{${parts.join(',')},"id":1}`;
};
