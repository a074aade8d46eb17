import type { PackageLine } from '@minerx/rules/miner-package';
import { MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';

/** A miner as an operator lists it for registration. */
export interface ListedDevice {
  serial: string;
  line: PackageLine;
  host: string;
  port: number;
  simulated: boolean;
  /** TH/s that it is built for; by default what a unit of the contract has. */
  ratedThs?: number;
  /** Devices whose link fails together; by default those of one network. */
  site?: string | null;
}

/** What stands in the way of a registration: in a row of the list, from 1, or in the list as a whole. */
export interface ListProblem {
  row: number | null;
  problem: string;
}

export const tellProblem = ({ row, problem }: ListProblem): string =>
  row === null ? problem : `row ${row}: ${problem}`;

export const DEFAULT_PORT = 4028;
/** No dot: in a pool's worker names dots part the account, the farm and the serial. */
const SERIAL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const HOST = /^[A-Za-z0-9]([A-Za-z0-9.:-]{0,252})$/;
const COLUMNS = ['serial', 'line', 'host', 'port', 'simulated', 'rated_ths', 'site'];
const MOST_RATED_THS = 2000;

/**
 * Reads a list of miners: a JSON array of objects, or CSV with a header line; columns serial, line (x1 or x2), host,
 * port (default 4028), simulated (default false), rated_ths (default 76), site. Every problem is told with its row; nothing is guessed.
 */
export const readDeviceFile = (text: string): { devices: ListedDevice[]; problems: ListProblem[] } => {
  const problems: ListProblem[] = [];
  const rows = text.trimStart().startsWith('[') ? readJson(text, problems) : readCsv(text, problems);
  const devices: ListedDevice[] = [];
  const seen = new Set<string>();
  const addresses = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const wrong = (what: string): number => problems.push({ row: index + 1, problem: what });
    const line = cell(row['line']).toLowerCase();
    const port = cell(row['port']) === '' ? DEFAULT_PORT : Number(cell(row['port']));
    const device = {
      serial: cell(row['serial']),
      line: line as PackageLine,
      host: cell(row['host']),
      port,
      simulated: cell(row['simulated']).toLowerCase() === 'true',
      ratedThs: cell(row['rated_ths']) === '' ? MAX_HASHRATE_THS : Number(cell(row['rated_ths'])),
      site: cell(row['site']) === '' ? null : cell(row['site']).slice(0, 64),
    };
    const address = `${device.host.toLowerCase()}:${port}`;
    for (const column of Object.keys(row)) if (!COLUMNS.includes(column)) wrong(`unknown column "${column}"`);
    if (!SERIAL.test(device.serial)) wrong(`serial "${device.serial}" is not usable`);
    if (seen.has(device.serial)) wrong(`serial ${device.serial} stands in the list twice`);
    if (line !== 'x1' && line !== 'x2') wrong(`line "${line}" is neither x1 nor x2`);
    if (!HOST.test(device.host)) wrong(`host "${device.host}" is not a name or an address`);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) wrong(`port "${cell(row['port'])}" is not a port`);
    if (!Number.isInteger(device.ratedThs) || device.ratedThs < 1 || device.ratedThs > MOST_RATED_THS)
      wrong(`rated_ths "${cell(row['rated_ths'])}" is not a whole number from 1 to ${MOST_RATED_THS}`);
    if (addresses.has(address)) wrong(`address ${address} stands in the list twice`);
    addresses.add(address);
    seen.add(device.serial);
    devices.push(device);
  }
  if (rows.length === 0 && problems.length === 0) problems.push({ row: null, problem: 'the list is empty' });
  return { devices, problems };
};

type Row = Record<string, unknown>;

/** A value as text; what is no plain value is as good as missing. */
const cell = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const readJson = (text: string, problems: ListProblem[]): Row[] => {
  try {
    const list = JSON.parse(text) as unknown[];
    if (list.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) return list as Row[];
    problems.push({ row: null, problem: 'the JSON must be an array of objects' });
  } catch (error) {
    problems.push({ row: null, problem: `the JSON cannot be read: ${(error as Error).message}` });
  }
  return [];
};

const readCsv = (text: string, problems: ListProblem[]): Row[] => {
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = (header ?? '').split(',').map((column) => column.trim().toLowerCase());
  if (!columns.includes('serial')) {
    problems.push({ row: null, problem: `the first line must name the columns: ${COLUMNS.join(',')}` });
    return [];
  }
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
};
