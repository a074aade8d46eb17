import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { OutsideFailure } from '../failure.ts';
import type { Clock } from '../source-health.ts';
import { writeWhole } from '../write-whole.ts';
import { checkMail, compose } from './compose.ts';
import type { Mailer } from './port.ts';

/**
 * Writes each mail as a file that every mail program opens: `<time>-<message id>.eml`. The same mail sent again
 * replaces nothing and appears as its own file, as it would in an inbox. A file is there whole or not at all.
 */
export const createEmlMailer = (options: {
  sourceId: string;
  directory: string;
  from: { name: string; address: string };
  clock: Clock;
}): Mailer => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let written = 0;

  return {
    kind: 'eml',
    async send(mail) {
      checkMail(options.sourceId, mail);
      const { message } = await composer.sendMail(compose(mail, options.from));
      const time = new Date(options.clock.now()).toISOString().replaceAll(':', '-');
      const name = `${time}-${String(++written).padStart(6, '0')}-${mail.messageId}.eml`;
      try {
        await writeWhole(join(options.directory, name), message as Buffer);
      } catch (error) {
        throw new OutsideFailure(
          options.sourceId,
          'unreachable',
          (error as NodeJS.ErrnoException).code ?? 'not written',
        );
      }
    },
    async close() {
      composer.close();
    },
  };
};
