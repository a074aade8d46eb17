import { compileMessage } from '@lingui/message-utils/compileMessage';
import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('virtual:language-cookie', () => ({ default: { name: 'language', values: {} } }));
vi.mock('virtual:locale-files', () => ({ default: { en: '/texts-en.json', gr: '/texts-gr.json' } }));

const FILES: Record<string, Record<string, string>> = {
  '/texts-en.json': {
    'common.title.asset': 'Assets',
    'common.title.miner': 'Miners',
    'order.count': '{count, plural, one {# order} other {# orders}}',
  },
  '/texts-gr.json': { 'common.title.asset': 'Vermögen' },
};

/** What the server answers to `system/translations`; null: nothing at all. */
let said: Record<string, Record<string, string>> | null = {};
let entries: Record<string, string> = {};

/** The app as a start finds it; what the device keeps stays. */
async function start() {
  vi.resetModules();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} }, cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('BroadcastChannel', EventTarget);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, value: string) => void (entries[name] = value),
    removeItem: (name: string) => void delete entries[name],
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/system/translations') {
      if (said === null) throw new TypeError('no network');
      return Response.json({ result: said });
    }
    const texts = Object.entries(FILES[address] ?? {}).map(([key, text]) => [key, compileMessage(text)]);
    return Response.json(Object.fromEntries(texts));
  });
  return { ...(await import('../../i18n/texts.ts')), ...(await import('./own-words.ts')) };
}

beforeEach(() => {
  entries = {};
  said = {};
});

describe('the texts of the app', () => {
  // proves 7: the words of operators, live and at the next start
  it('shows operators’ words over those of the files, at once when they are heard and at the next start', async () => {
    said = {
      en: {
        'common.title.asset': 'Holdings',
        'order.count': '{count, plural, one {# deal} other {# deals}}',
        gone: 'x',
      },
    };
    const first = await start();
    await first.activateLanguage('en');
    expect(first.texts().t('common.title.asset')).toBe('Assets');
    const drawn = first.texts();
    await first.refreshOwnWords();
    expect(first.texts()).not.toBe(drawn);
    expect(first.texts().t('common.title.asset')).toBe('Holdings');
    expect(first.texts().t('common.title.miner')).toBe('Miners');
    expect([1, 2].map((count) => first.texts().t('order.count' as never, { count }))).toEqual(['1 deal', '2 deals']);
    expect(first.isTextKey('gone')).toBe(false);

    // A start on the train knows them too, and another language has its own.
    said = null;
    const second = await start();
    await second.activateLanguage('en');
    expect(second.texts().t('common.title.asset')).toBe('Holdings');
    await second.refreshOwnWords();
    expect(second.texts().t('common.title.asset')).toBe('Holdings');
    await second.activateLanguage('gr');
    expect(second.texts().t('common.title.asset')).toBe('Vermögen');
  });

  it('goes back to the files when the words are taken back, and draws nothing anew when nothing changed', async () => {
    said = { gr: { 'common.title.asset': 'Bestand' } };
    const app = await start();
    await app.activateLanguage('gr');
    await app.refreshOwnWords();
    expect(app.texts().t('common.title.asset')).toBe('Bestand');
    const drawn = app.texts();
    await app.refreshOwnWords();
    expect(app.texts()).toBe(drawn);
    said = {};
    await app.refreshOwnWords();
    expect(app.texts().t('common.title.asset')).toBe('Vermögen');
    expect(entries['minerx:own-words']).toBeUndefined();
  });

  it('takes what nobody can read on the device for nothing', async () => {
    entries['minerx:own-words'] = '{broken';
    const app = await start();
    await app.activateLanguage('en');
    expect(app.texts().t('common.title.asset')).toBe('Assets');
  });
});
