import { readFileSync } from 'node:fs';

/** What haproxy is told: before the database, and before the processes that members reach. */

type Server = { name: string; port: number };

/** Before the two servers of the database: one port leads to whoever is the primary, the other to a standby that follows. */
export const databaseProxy = (input: {
  servers: readonly Server[];
  /** Of the guard, who knows. */
  guard: number;
  primary: number;
  replica: number;
}): string => {
  const listen = (name: 'primary' | 'replica'): string => `
listen ${name}
    bind 127.0.0.1:${input[name]}
    option httpchk
    http-check send meth GET uri-lf /${name}/%[srv_name]
    http-check expect status 200
    # Who is no longer the one loses its connections at once: nothing may be asked of it any more.
    default-server inter 200ms fastinter 100ms downinter 100ms fall 2 rise 1 on-marked-down shutdown-sessions
${input.servers.map((server) => `    server ${server.name} 127.0.0.1:${server.port} check port ${input.guard}`).join('\n')}
`;
  return `global
    maxconn 2000

defaults
    mode tcp
    timeout connect 1s
    timeout check 1s
    # Listeners are quiet for long.
    timeout client 24h
    timeout server 24h
    retries 0
${listen('primary')}${listen('replica')}`;
};

const EXAMPLE = new URL('../../../../../deploy/haproxy.cfg', import.meta.url);

/** The example of `deploy/`, without TLS, before the processes that there are. */
export const membersProxy = (host: string, port: number, servers: readonly Server[]): string => {
  const [before, after] = readFileSync(EXAMPLE, 'utf8').split(
    /^ +bind :80\n +bind :443 .*\n +http-request redirect .*\n/m,
  ) as [string, string];
  const lines = servers.map((server) => `    server ${server.name} 127.0.0.1:${server.port} check`);
  return (
    `${before}    bind ${host}:${port}\n${after}`
      .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
      // As many connections as this machine lets it open.
      .replace(/^ +(ssl-default-bind|maxconn 60000).*\n/gm, '')
      .replace(/(^ +server api.*\n?)+/m, `${lines.join('\n')}\n`)
  );
};
