import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';
import { brand } from '../src/base/brand.ts';
import { languageTags } from '../src/i18n/languages.ts';
import { languageCookie } from './locales.ts';

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Hashes of the inline blocks, for a Content-Security-Policy without 'unsafe-inline'. */
function inlineHashes(html: string): { script: string[]; style: string[] } {
  const blocks = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}([^>]*)>([^]*?)</${tag}>`, 'g'))]
      .filter(([, attributes, body]) => !/\ssrc=/.test(attributes ?? '') && body !== '')
      .map(([, , body]) => hashOf(body ?? ''));
  return { script: blocks('script'), style: blocks('style') };
}

/**
 * Puts into index.html what must happen before the scripts arrive: language and theme, the static shell with its styles,
 * and the download of the chosen language. Afterwards writes `csp.json` with the hashes of the inline blocks.
 */
export function earlyHtml(): Plugin {
  let outDir = 'dist';
  return {
    name: 'minerx-early-html',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files: Record<string, string> = {};
        for (const chunk of Object.values(bundle ?? {})) {
          const code = /texts-(\w+?)-[\w-]+\.json$/.exec(chunk.fileName)?.[1];
          if (code) files[code] = `/${chunk.fileName}`;
        }
        const script = read('./early.js')
          .replace('__COOKIE__', JSON.stringify(languageCookie()))
          .replace('__TAGS__', JSON.stringify(languageTags))
          .replace('__FILES__', JSON.stringify(files))
          .replace(/^\s*\/\/.*\n/gm, '')
          .replace(/\n\s*/g, '\n')
          .trim();
        const style = transform({
          filename: 'early.css',
          code: Buffer.from(read('./early.css')),
          minify: true,
          targets: { chrome: 111 << 16, safari: (16 << 16) | (4 << 8), firefox: 121 << 16 },
        }).code.toString();
        return html
          .replaceAll('%BRAND%', brand.name)
          .replace('<!--early-style-->', `<style>${style}</style>`)
          .replace('<!--early-script-->', `<script>${script}</script>`)
          .replace('<!--early-shell-->', read('./early-shell.html').replaceAll('%BRAND%', brand.name).replace(/\n\s*/g, ''));
      },
    },
    writeBundle: {
      order: 'post',
      handler() {
        const html = readFileSync(join(outDir, 'index.html'), 'utf8');
        writeFileSync(join(outDir, 'csp.json'), JSON.stringify(inlineHashes(html)));
      },
    },
  };
}
