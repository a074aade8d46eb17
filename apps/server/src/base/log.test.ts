import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> => {
  let line = '';
  write(createLog('info', { write: (text: string) => (line += text) }));
  return JSON.parse(line) as Record<string, unknown>;
};

describe('a log line', () => {
  it('keeps what is allowed of a request', () => {
    const fields = {
      method: 'POST',
      route: '/api/member/login',
      status: 200,
      ms: 12,
      request_id: 'r1',
      member_id: 1000n,
    };
    expect(logged((log) => log.info(fields, 'request'))).toMatchObject({
      ...fields,
      member_id: '1000',
      msg: 'request',
    });
  });

  it('drops bodies, headers, tokens and everything else not on the list, at any depth', () => {
    const line = logged((log) =>
      log
        .child({ headers: { authorization: 'Bearer abc' }, request_id: 'r1' })
        .child({ email: 'a@b.com' })
        .info({ body: { pin: '246810' }, code: '123456', reason: { nested: 'secret' }, err: new Error('no') }, 'x'),
    );
    expect(Object.keys(line).sort()).toEqual(['err', 'level', 'msg', 'request_id', 'time']);
  });

  it('describes an error without the row values that the database adds', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email_key)=(a@b.com) already exists.',
    });
    const line = logged((log) => log.error({ err: error }, 'failed'));
    expect(line['err']).toMatchObject({ type: 'Error', code: '23505', message: 'duplicate key' });
    expect(JSON.stringify(line)).not.toContain('a@b.com');
  });

  it('hides emails, passwords and tokens in free text', () => {
    const text = `sent to ann.lee@example.com by smtp://user:secret-word@host with Bearer abc and ${'x'.repeat(43)}`;
    const line = JSON.stringify(logged((log) => log.error({ err: new Error(text) }, text)));
    for (const secret of ['ann.lee', 'secret-word', 'abc', 'xxxx']) expect(line).not.toContain(secret);
  });
});
