import { createTransport } from 'nodemailer';
import { traced } from '../../base/tracing.ts';
import { OutsideFailure, type FailureReason } from '../failure.ts';
import { checkMail, compose } from './compose.ts';
import { LEADS_HERE, requirePublic } from '../place.ts';
import type { Mailer } from './port.ts';

type SmtpOptions = {
  sourceId: string;
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string;
  from: { name: string; address: string };
  /** Connections kept open. */
  connections?: number;
  timeoutMs?: number;
  /** Refuses to send when the server offers no TLS. Unset: yes, unless the server is on this machine. */
  requireTls?: boolean;
  /** For servers with a certificate of their own authority, PEM. */
  ca?: string;
  /** As of a source over HTTP: asked before each mail. */
  onlyPublic?: boolean;
};

/** Sends mails through one SMTP server over a few kept connections. */
export const createSmtpMailer = (options: SmtpOptions): Mailer => {
  const url = new URL(options.url);
  const timeoutMs = options.timeoutMs ?? 15_000;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const transport = createTransport({
    pool: true,
    maxConnections: options.connections ?? 3,
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && (options.requireTls ?? !isLoopback(host)),
    ...(auth.user === '' ? {} : { auth }),
    ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  // A kept connection that breaks between two mails belongs to no `send`; the pool opens another.
  transport.on('error', () => undefined);

  return {
    kind: 'smtp',
    async send(mail) {
      checkMail(options.sourceId, mail);
      try {
        if (options.onlyPublic === true) await requirePublic(host);
        await traced('outside', options.sourceId, () => transport.sendMail(compose(mail, options.from)));
      } catch (error) {
        throw failureOf(options.sourceId, error);
      }
    },
    async close() {
      transport.close();
    },
  };
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** SMTP's 5xx will never succeed; 4xx, timeouts and broken connections may. The server's text can quote the mail, so it stays out. */
const failureOf = (sourceId: string, error: unknown): OutsideFailure => {
  if ((error as Error).message === LEADS_HERE) return new OutsideFailure(sourceId, 'unreachable', LEADS_HERE);
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  const detail = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'failed';
  return new OutsideFailure(sourceId, reasonOf(responseCode, code), detail);
};

const reasonOf = (responseCode: number | undefined, code: string | undefined): FailureReason => {
  if (code === 'ETIMEDOUT') return 'timeout';
  // A wrong password is our configuration's fault, not the mail's: it must be kept for later.
  if (code === 'EAUTH' || code === 'ETLS') return 'unreachable';
  if (responseCode !== undefined && responseCode >= 500) return 'refused';
  if (responseCode !== undefined && responseCode >= 400) return 'rate_limited';
  return 'unreachable';
};
