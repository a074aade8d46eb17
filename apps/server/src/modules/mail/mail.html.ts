import { localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { escapeHtml } from '@minerx/rules/escape-html';
import type { Env } from '../../env/env.ts';

/** A code to copy, an address to compare, a link to follow, or a plain paragraph. */
export type Part =
  | { kind: 'paragraph' | 'code' | 'address'; text: string }
  | { kind: 'link'; text: string; url: string };

interface Page {
  language: WireLanguage;
  brand: Env['brand'];
  title: string;
  greeting: string;
  parts: Part[];
  footer: string;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";

/** Inline styles and a table, because mail programs know little else; no pictures and nothing fetched from outside. */
export const asHtml = ({ language, brand, title, greeting, parts, footer }: Page): string => `<!doctype html>
<html lang="${localeOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f5f9;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 28px 0;font-size:20px;font-weight:700;color:#0b1119">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:16px 28px 8px;font-size:16px;line-height:1.5;color:#1c2733">
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${parts.map(partHtml).join('\n')}
</td></tr>
<tr><td style="padding:16px 28px 24px;font-size:13px;line-height:1.5;color:#5b6878;border-top:1px solid #e3e8ef">${escapeHtml(footer)}<br>${escapeHtml(brand.copyright)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const partHtml = (part: Part): string => {
  if (part.kind === 'code') {
    return `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:8px;color:#0b1119">${escapeHtml(part.text)}</p>`;
  }
  if (part.kind === 'address') {
    return `<p style="margin:0 0 16px;font-family:Consolas,Menlo,monospace;word-break:break-all;color:#0b1119">${escapeHtml(part.text)}</p>`;
  }
  if (part.kind === 'link') {
    const url = escapeHtml(part.url);
    return `<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:#0b5fff;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(part.text)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6878;word-break:break-all">${url}</p>`;
  }
  return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`;
};
