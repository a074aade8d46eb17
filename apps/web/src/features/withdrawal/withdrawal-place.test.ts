import { beforeEach, expect, it, vi } from 'vitest';

interface Sent {
  body: { verify_code: string; amount: string };
  idempotencyKey: string;
}

const sent: Sent[] = [];
vi.mock('../../i18n/texts.ts', () => ({}));
vi.mock('../../base/api.ts', () => ({
  callOf: () => null,
  request: async (_: unknown, options: Sent) => {
    sent.push(options);
    const { Refusal } = await import('../../base/refusal.ts');
    throw new Refusal({ code: 'timeout' });
  },
}));

const kept = new Map<string, string>();
const target = { coin: 1, network: 'BEP20', amount: '25', address: '0x1', fee: '1' };

/** The form as a page that has just been opened holds it: asks with this code, and nobody answers. */
async function press(amount: string, code: string) {
  vi.resetModules();
  const { sendWithdrawal, withdrawalPlace } = await import('./withdrawal.api.ts');
  const { ask } = await import('../../base/asking/intent.ts');
  const send = (intent: Parameters<typeof sendWithdrawal>[0]) => sendWithdrawal(intent, { pin: '123456', code });
  return ask(withdrawalPlace.intentFor({ ...target, amount }), { place: withdrawalPlace, send, pausesMs: [] });
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

it('asks for the same withdrawal under its key after a reload, with another code too; no secret is kept', async () => {
  expect(await press('25', '111111')).toMatchObject({ open: true });
  expect(await press('25', '222222')).toMatchObject({ open: true });
  await press('30', '222222');
  expect(sent.map(({ body }) => [body.verify_code, body.amount])).toEqual([
    ['111111', '25'],
    ['222222', '25'],
    ['222222', '30'],
  ]);
  const keys = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect([...kept.values()].join()).toContain('BEP20');
  expect([...kept.values()].join()).not.toMatch(/123456|222222/);
});
