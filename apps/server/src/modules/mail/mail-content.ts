import type { MailTexts } from './mail.texts.ts';
import type { Part } from './mail.html.ts';
import type { QueuedMail } from './mail.store.ts';

export type Values = Record<string, string>;

/** How long codes and links last, as the mails say it. */
export interface Lifetimes {
  codeMinutes: number;
  resetMinutes: number;
  freezeDays: number;
}

export const paragraph = (text: string): Part => ({ kind: 'paragraph', text });

export interface Content {
  subject: string;
  parts: Part[];
  values: Values;
}

export type MailOf<T extends QueuedMail['template']> = Extract<QueuedMail, { template: T }>;

/** How a receiver who did none of it stops it, without signing in. */
export const freezeParts = ({ freeze }: MailTexts, url: string): Part[] => [
  paragraph(freeze.lead),
  { kind: 'link', text: freeze.button, url },
  paragraph(freeze.note),
];

export const freezing = ({ freezeDays }: Pick<Lifetimes, 'freezeDays'>): Values => ({ days: String(freezeDays) });
