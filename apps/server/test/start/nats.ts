import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A NATS server of a test's own, of Debian's package `nats-server`. */
export interface NatsServer {
  url: string;
  stop(): Promise<void>;
}

/** @param port by default a free one. @throws where the package is not installed: nothing is passed over. */
export const startNats = async (port = -1): Promise<NatsServer> => {
  const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = await listening(server);
  return {
    url: `nats://${said}`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
};

const listening = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error('nats-server is needed: apt-get install --no-install-recommends nats-server', { cause })),
    );
    server.once('exit', (code) => reject(new Error(`nats-server ended with ${code}`)));
    createInterface({ input: server.stderr! }).on('line', (line) => {
      const address = /Listening for client connections on (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
