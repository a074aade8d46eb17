import type { LanguageTexts } from '../../base/variants.ts';
import { isVariantLanguage, VARIANT_CODES } from '@minerx/rules/wire-language';

/** What an operator wrote, to be checked by the command. */
export interface WrittenFile {
  /** By the name of the field: `title`, `title_zh`, … become one. */
  texts: Record<string, LanguageTexts>;
  /** Fields without variants. */
  plain: Record<string, string>;
  /** Every problem of the file, told with its field; nothing is guessed. */
  problems: string[];
}

/** Reads a JSON object of texts: `{"title": "…", "title_zh": "…", …}`. */
export const readTextsFile = (
  json: string,
  { texts, plain = [] }: { texts: readonly string[]; plain?: readonly string[] },
): WrittenFile => {
  const written: WrittenFile = { texts: {}, plain: {}, problems: [] };
  let fields: unknown;
  try {
    fields = JSON.parse(json);
  } catch (error) {
    return { ...written, problems: [`the JSON cannot be read: ${(error as Error).message}`] };
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { ...written, problems: ['the JSON must be an object'] };
  const bases = Object.fromEntries(texts.map((field) => [field, '']));
  const variants: Record<string, Record<string, string>> = Object.fromEntries(texts.map((field) => [field, {}]));
  for (const [name, value] of Object.entries(fields)) {
    const [, field = name, code] = /^(\w+?)_([a-z]{2})$/.exec(name) ?? [];
    if (typeof value !== 'string') written.problems.push(`${name} must be a text`);
    else if (plain.includes(name)) written.plain[name] = value;
    else if (texts.includes(name)) bases[name] = value;
    else if (texts.includes(field) && code && isVariantLanguage(code)) variants[field]![code] = value;
    else written.problems.push(`unknown field "${name}"`);
  }
  for (const field of texts) {
    if (bases[field]!.trim() === '') written.problems.push(`${field} is missing`);
    written.texts[field] = { base: bases[field]!, variants: variants[field]! };
  }
  return written;
};

/**
 * Reads `# Title`, then the message as it is written. Further languages follow as `# zh: 标题` with theirs.
 */
export const readMarkdownFile = (markdown: string): WrittenFile => {
  const problems: string[] = [];
  const title: { base: string; variants: Record<string, string> } = { base: '', variants: {} };
  const message: { base: string; variants: Record<string, string> } = { base: '', variants: {} };
  const parts = markdown.replaceAll('\r\n', '\n').split(/^# +/m);
  if (parts[0]!.trim() !== '' || parts.length === 1) problems.push('the file must begin with "# Title"');
  for (const [index, part] of parts.slice(1).entries()) {
    const [heading = '', ...lines] = part.split('\n');
    const words = lines.join('\n').trim();
    if (index === 0) {
      title.base = heading.trim();
      message.base = words;
      continue;
    }
    const [, code = '', named = ''] = /^([a-z]{2}): *(.+)$/.exec(heading.trim()) ?? [];
    if (!isVariantLanguage(code)) {
      problems.push(`"# ${heading}" must begin with a language, as "# zh: …": ${VARIANT_CODES.join(', ')}`);
      continue;
    }
    if (title.variants[code] !== undefined) problems.push(`the language ${code} stands in the file twice`);
    title.variants[code] = named;
    message.variants[code] = words;
  }
  return { texts: { title, message }, plain: {}, problems };
};
