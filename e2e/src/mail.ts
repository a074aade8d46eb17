import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { currentWorld } from './world.ts';

/** A mail as its reader sees it. */
interface Mail {
  subject: string;
  text: string;
  /** The tag that it says it is written in. */
  language: string | undefined;
}

const MAIL_MS = 20_000;

const mails = async (to: string): Promise<Mail[]> => {
  const folder = join(currentWorld().dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const found: Mail[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.eml') && !file.startsWith('.'))
    .sort()) {
    const source = readFileSync(join(folder, name));
    // Most mails of a run are somebody else's; the address stands in clear in the head.
    if (!source.includes(to)) continue;
    const mail = await PostalMime.parse(source);
    const language = /<html lang="([\w-]+)"/.exec(mail.html ?? '')?.[1];
    if (mail.to?.some(({ address }) => address === to))
      found.push({ subject: mail.subject ?? '', text: mail.text ?? '', language });
  }
  return found;
};

/** How many mails an address has, to wait for the one after. */
export const countMails = async (to: string): Promise<number> => (await mails(to)).length;

/** The newest mail to an address, once there are more than `after`. */
export const nextMail = async (to: string, after = 0): Promise<Mail> => {
  const until = Date.now() + MAIL_MS;
  for (;;) {
    const inbox = await mails(to);
    const last = inbox.at(-1);
    if (last !== undefined && inbox.length > after) return last;
    if (Date.now() > until) throw new Error(`no mail to ${to} within ${MAIL_MS / 1000} s`);
    await wait(100);
  }
};

const findCode = (text: string): string | undefined => /^\s*(\d{3}\s?\d{3})\s*$/m.exec(text)?.[1]?.replace(/\s/g, '');

/** The six digits that stand alone in a mail. */
export const codeIn = ({ text }: Mail): string => {
  const code = findCode(text);
  if (code === undefined) throw new Error(`no code in the mail:\n${text}`);
  return code;
};

/** The newest code among the mails to an address beyond the first `after`; mails about other things come in between. */
export const nextCode = async (to: string, after: number): Promise<string> => {
  for (let seen = after; ; seen += 1) {
    await nextMail(to, seen);
    const code = (await mails(to))
      .slice(after)
      .map(({ text }) => findCode(text))
      .findLast((found) => found !== undefined);
    if (code !== undefined) return code;
  }
};

/** The first link of a mail. */
export const linkIn = ({ text }: Mail): string => {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in the mail:\n${text}`);
  return link;
};
