import { readAnswer } from './cgminer-answer.ts';
import { exchange, requestOf, type ExchangeOptions } from './cgminer-exchange.ts';
import type { MachineIdentity } from './port.ts';

/**
 * In which answers firmwares say who they are: `pools` everywhere the pool's user; Avalon its MAC in `version`, Whatsminer MAC and
 * serial in `get_miner_info`, LuxOS in `config`. What a program does not know it answers with an error, which tells nothing.
 */
const commands = ['pools', 'version', 'get_miner_info', 'config'] as const;

const macFields = ['MAC', 'mac', 'MACAddr'];
const serialFields = ['minersn', 'SerialNumber'];

type Fields = Record<string, unknown>;

/** Asks a machine who it is. Null when it gave no whole answer: then nothing is known, not even that it is another. */
export const askIdentity = async (options: ExchangeOptions): Promise<MachineIdentity | null> => {
  const identity: MachineIdentity = { mac: null, machineSerial: null, poolWorker: null };
  for (const command of commands) {
    const sent = await exchange(options, requestOf(command));
    if (!sent.ok) return null;
    const told = readIdentity(sent.text);
    identity.mac ??= told.mac;
    identity.machineSerial ??= told.machineSerial;
    identity.poolWorker ??= told.poolWorker;
    if (identity.mac !== null && identity.poolWorker !== null) break;
  }
  return identity;
};

/** What one answer tells of its machine. */
const readIdentity = (text: string): MachineIdentity => {
  const nothing = { mac: null, machineSerial: null, poolWorker: null };
  const answer = readAnswer(text);
  if (!answer.ok) return nothing;
  const { body } = answer;
  const sections = [body['VERSION'], body['CONFIG'], body['Msg']].flatMap(entriesOf);
  return {
    mac: firstOf(sections, macFields, macOf),
    machineSerial: firstOf(sections, serialFields, serialOf),
    poolWorker: workerOf(entriesOf(body['POOLS'])),
  };
};

/** The user of the pool that the machine works for: the first that is alive, in its own order. */
const workerOf = (pools: Fields[]): string | null => {
  const rank = (pool: Fields): number => Number(pool['Priority'] ?? 0);
  const users = pools.filter((pool) => textOf(pool['User']) !== null).toSorted((a, b) => rank(a) - rank(b));
  const inUse = users.find((pool) => pool['Status'] === 'Alive') ?? users[0];
  return inUse === undefined ? null : textOf(inUse['User']);
};

const entriesOf = (section: unknown): Fields[] => {
  const entries: unknown[] = Array.isArray(section) ? section : [section];
  return entries.filter((entry): entry is Fields => typeof entry === 'object' && entry !== null);
};

const firstOf = <T>(sections: Fields[], names: string[], read: (value: unknown) => T | null): T | null => {
  for (const fields of sections) {
    for (const name of names) {
      const value = read(fields[name]);
      if (value !== null) return value;
    }
  }
  return null;
};

const textOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > 128 ? null : text;
};

/** One of a single machine: not one for all (zeroes, ones), not a group's. */
const macOf = (value: unknown): string | null => {
  const digits = textOf(value)?.replace(/[:.-]/g, '').toLowerCase() ?? '';
  if (!/^[0-9a-f]{12}$/.test(digits) || /^(.)\1{11}$/.test(digits)) return null;
  return Number.parseInt(digits.slice(0, 2), 16) % 2 === 1 ? null : digits;
};

/** What makers put in where there is no serial (`unknown`, `N/A`, zeroes) has no five different signs, or no digit. */
const serialOf = (value: unknown): string | null => {
  const text = textOf(value) ?? '';
  return /^[A-Za-z0-9_-]{6,64}$/.test(text) && /\d/.test(text) && new Set(text).size >= 5 ? text : null;
};
