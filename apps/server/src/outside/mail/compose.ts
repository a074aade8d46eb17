import { OutsideFailure } from '../failure.ts';
import type { Mail } from './port.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controlCharacter = /[\u0000-\u001f\u007f\u2028\u2029]/;
/** One plain mailbox: no quotes, comments, groups, lists or routes, which mail programs read in different ways. */
const mailbox =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const messageIdShape = /^[A-Za-z0-9._-]{1,120}$/;
const longestSubject = 250;
const longestName = 120;

/**
 * Refuses a mail that could go to somebody else or carry foreign headers: given as text, `"victim@x\r\nBcc: evil@x"`
 * reaches only the evil one. So the address is checked here and always passed on as `{name, address}`.
 */
export const checkMail = (sourceId: string, mail: Mail): void => {
  const refuse = (detail: string): never => {
    throw new OutsideFailure(sourceId, 'refused', detail);
  };
  const { name, address } = mail.to;
  if (!isMailbox(address)) refuse('not one plain mailbox');
  if (controlCharacter.test(name) || name.length > longestName) refuse('not a name for a header');
  if (controlCharacter.test(mail.subject) || mail.subject.length > longestSubject) refuse('not a subject for a header');
  if (!messageIdShape.test(mail.messageId)) refuse('not a message id');
};

/** Whether a text is one address that every mail program reads alike. Unicode domains must come in their ASCII form. @internal */
export const isMailbox = (address: string): boolean => {
  if (address.length > 254 || !mailbox.test(address)) return false;
  const local = address.slice(0, address.lastIndexOf('@'));
  return !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
};

/** What nodemailer is given. The Message-ID is the same at every retry, so that the receiving side can drop doubles. */
export const compose = (mail: Mail, from: { name: string; address: string }) => ({
  messageId: `<${mail.messageId}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
  from: { name: from.name, address: from.address },
  to: { name: mail.to.name, address: mail.to.address },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: { 'Auto-Submitted': 'auto-generated' },
  // Neither files nor addresses may be fetched into a mail.
  disableFileAccess: true,
  disableUrlAccess: true,
});
