import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { brand } from '../src/app/brand.ts';
import { languageCodes, type LanguageCode } from '../src/i18n/languages.ts';

const folder = fileURLToPath(new URL('../src/i18n/locales', import.meta.url));

/** Every catalogue file of one language: one per area. */
function filesOf(code: LanguageCode): string[] {
  return readdirSync(folder)
    .sort()
    .map((area) => join(folder, area, `${code}.json`))
    .filter((file) => existsSync(file));
}

function messagesOf(code: LanguageCode): Record<string, unknown> {
  const messages: Record<string, unknown> = {};
  for (const file of filesOf(code)) {
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const [key, text] of Object.entries(texts)) messages[key] = compileMessageOrThrow(text);
  }
  return messages;
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Name and values of the language cookie, both hashed as the specification asks. */
export function languageCookie(): { name: string; values: Record<LanguageCode, string> } {
  const values = Object.fromEntries(languageCodes.map((code) => [code, hashed(code)])) as Record<LanguageCode, string>;
  return { name: hashed(`${brand.name}:language`), values };
}

/**
 * Turns the catalogues into one module per language (`virtual:locale/<code>`), ICU already compiled,
 * and gives the app the hashed cookie table (`virtual:language-cookie`).
 */
export function locales(): Plugin {
  return {
    name: 'minerx-locales',
    resolveId: (id) => (id.startsWith('virtual:locale/') || id === 'virtual:language-cookie' ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:language-cookie') return `export default ${JSON.stringify(languageCookie())}`;
      if (!id.startsWith('\0virtual:locale/')) return null;
      const code = id.slice('\0virtual:locale/'.length) as LanguageCode;
      for (const file of filesOf(code)) this.addWatchFile(file);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messagesOf(code)))})`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(folder)) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}
