import { refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import { describe, expect, it, vi } from 'vitest';
import { ask, intentPlace } from './intent.ts';
import { Refusal } from '../refusal.ts';
import { pageStorage, type Intent, type IntentStorage } from '@minerx/contract/intent';

vi.mock('../../i18n/texts.ts', () => ({}));

interface Input {
  amount: string;
  seed?: string;
}

const input: Input = { amount: '1000' };
const lost = () => new Refusal({ code: 'timeout' });
const no = (code: RefusalCode) => new Refusal({ code, status: refusalStatus(code) });

/** A form: what it keeps lives on in the storage when the page is loaded again. */
const formOn = (storage: IntentStorage) =>
  intentPlace<Input>('purchase', {
    fits: ({ amount }) => typeof amount === 'string',
    sameBy: (each) => each.amount,
    storage,
  });

/** A server that answers as told, in this order, and notes the keys it saw. */
function server(...answers: (Refusal | string)[]) {
  const keys: string[] = [];
  const send = ({ key }: Intent<Input>): Promise<string> => {
    keys.push(key);
    const answer = answers[keys.length - 1] ?? lost();
    return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer);
  };
  return { keys, send };
}

describe('an intent that must have one effect', () => {
  it('is asked again under its key after a lost answer, and gives the true outcome', async () => {
    const place = formOn(pageStorage());
    const { keys, send } = server(lost(), no('err_internal'), 'paid');
    let told = 0;
    const outcome = await ask(place.intentFor(input), { place, send, pausesMs: [0, 0], onLost: () => (told += 1) });
    expect(outcome).toEqual({ answer: 'paid' });
    expect([keys.length, new Set(keys).size, told]).toEqual([3, 1, 2]);
    expect(place.read()).toBeNull();
  });

  it('is kept before it goes out, and found after a reload as one that nobody answered', async () => {
    const storage = pageStorage();
    const place = formOn(storage);
    let key = '';
    const send = (intent: Intent<Input>) => {
      key = intent.key;
      expect(formOn(storage).read()).toEqual({ key, input, unanswered: 1 });
      return Promise.reject(lost());
    };
    expect(await ask(place.intentFor(input), { place, send, pausesMs: [] })).toMatchObject({ open: true });
    expect(formOn(storage).intentFor(input)).toEqual({ key, input, unanswered: 1 });
  });

  it.each(['err_pin_wrong', 'err_pin_locked', 'err_code_wrong', 'err_session_ended', 'err_maintenance'] as const)(
    'keeps its key when %s turns the second try away',
    async (gate) => {
      const storage = pageStorage();
      const { keys, send } = server(lost(), no(gate), 'paid');
      const press = () => ask(formOn(storage).intentFor(input), { place: formOn(storage), send, pausesMs: [] });
      expect(await press()).toMatchObject({ open: true });
      expect(await press()).toMatchObject({ refusal: { code: gate }, open: true });
      expect(await press()).toEqual({ answer: 'paid' });
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(3);
    },
  );

  it('is not open when a gate turned its first try away, and keeps its key for the next', async () => {
    const storage = pageStorage();
    const place = formOn(storage);
    const { keys, send } = server(no('err_pin_wrong'), 'paid');
    expect(await ask(place.intentFor(input), { place, send })).toMatchObject({ open: false });
    expect(place.read()?.unanswered).toBe(0);
    expect(await ask(place.intentFor({ ...input, seed: 'another' }), { place, send })).toEqual({ answer: 'paid' });
    expect(new Set(keys).size).toBe(1);
  });

  it('ends with a decision: the next try is another intent', async () => {
    const place = formOn(pageStorage());
    const { keys, send } = server(lost(), no('err_insufficient_balance'), no('err_price_stale'), 'paid');
    const press = () => ask(place.intentFor(input), { place, send, pausesMs: [0] });
    expect(await press()).toMatchObject({ refusal: { code: 'err_insufficient_balance' }, open: false });
    expect(place.read()).toBeNull();
    expect(await press()).toMatchObject({ refusal: { code: 'err_price_stale' }, open: false });
    await press();
    expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 3]);
  });

  it('does not ask on its own behind a gate or after three lost answers', async () => {
    const place = formOn(pageStorage());
    const behind = server(no('err_maintenance'), 'paid');
    await ask(place.intentFor(input), { place, send: behind.send, pausesMs: [0, 0] });
    expect(behind.keys).toHaveLength(1);
    const silent = server();
    expect(await ask(place.intentFor(input), { place, send: silent.send, pausesMs: [0, 0] })).toMatchObject({
      open: true,
    });
    expect(silent.keys).toHaveLength(3);
    expect(place.read()?.unanswered).toBe(3);
  });

  it('is another one when something else is wanted, and none at all where somebody else has stored', async () => {
    const storage = pageStorage();
    const place = formOn(storage);
    const { keys, send } = server(lost(), lost());
    await ask(place.intentFor(input), { place, send, pausesMs: [] });
    await ask(place.intentFor({ amount: '2000' }), { place, send, pausesMs: [] });
    expect(new Set(keys).size).toBe(2);
    for (const nonsense of ['text', 1, {}, { key: 'k' }, { key: 'k', unanswered: 1, input: { amount: 1 } }]) {
      storage.write('intent:purchase', nonsense);
      expect(place.read()).toBeNull();
    }
  });
});
