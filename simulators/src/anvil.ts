import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** The chain id that development chains have; no public chain does. */
export const LOCAL_CHAIN_ID = 31_337;

/** A development chain: Foundry's anvil, a block for each transaction, its own accounts unlocked (`eth_sendTransaction`). */
export type Anvil = {
  port: number;
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** The result of a JSON-RPC call. @throws Error with the chain's words. */
  ask<T = unknown>(method: string, params?: unknown[]): Promise<T>;
  /** Calls back at each new block. */
  onBlock(listener: () => void): void;
  pid: number;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends it at once; what it knew is gone unless `anvil_dumpState` was asked before. */
  stop(): Promise<void>;
};

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** @throws Error where npm has brought no binary for this machine. */
const binary = (): string => {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}/bin/anvil`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
    return require.resolve(name);
  } catch {
    throw new Error(`there is no ${name} here: npm ci installs it where it exists`);
  }
};

/**
 * Becomes the program that it is told, which is killed when its standard input ends: anvil knows no parent, and one that nobody has any
 * more would hold its port for ever.
 */
const TIED = 'exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null';

/**
 * Starts a chain as BNB Smart Chain behaves: no base fee, the block before the last but one is final.
 * @param port 0 takes a free one.
 * @param args more of anvil's own, such as `--load-state`.
 */
export const startAnvil = async (port = 0, args: readonly string[] = []): Promise<Anvil> => {
  const own = `--port ${port} --chain-id ${LOCAL_CHAIN_ID} --slots-in-an-epoch 1 --block-base-fee-per-gas 0`;
  const command = [binary(), ...own.split(' '), ...args];
  const child = spawn('/bin/sh', ['-c', TIED, 'sh', ...command], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      child.stdin.destroy();
      resolve();
    });
    child.once('error', (error) => {
      complaint += error.message;
      resolve();
    });
  });
  const served = await new Promise<number>((resolve, reject) => {
    // Its words are read to the end of its life, or its pipe would fill and it would stand still.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = /Listening on \S+:(\d+)$/.exec(line);
      if (told !== null) resolve(Number(told[1]));
    });
    void ended.then(() => reject(new Error(`anvil ended before it listened: ${complaint}`)));
  });
  const url = `http://127.0.0.1:${served}`;
  let calls = 0;
  return {
    port: served,
    url,
    pid: child.pid!,
    ended,
    async ask<T>(method: string, params: unknown[] = []) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params });
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const answer = (await response.json()) as { result?: T; error?: { message: string } };
      if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result as T;
    },
    onBlock(listener) {
      const socket = new WebSocket(`ws://127.0.0.1:${served}`);
      const subscribe = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_subscribe', params: ['newHeads'] });
      socket.addEventListener('open', () => socket.send(subscribe));
      socket.addEventListener('message', listener);
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
