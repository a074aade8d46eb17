import { operatorWords, type NewsTexts } from '@minerx/contract/operator/news';
import { LANGUAGE_CODES, LANGUAGES, localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { Field } from '@minerx/ui/field';
import { TextArea } from '@minerx/ui/text-area';
import { TextInput } from '@minerx/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { request } from '../../base/api.ts';
import styles from './news.module.css';

export interface TextField {
  name: string;
  label: string;
  hint?: string;
  long?: boolean;
}

interface TenLanguagesProps {
  fields: readonly TextField[];
  texts: NewsTexts;
  onChange: (texts: NewsTexts) => void;
  language: WireLanguage;
  onLanguage: (language: WireLanguage) => void;
  /** What is shown where nothing is written. */
  otherwise: (language: WireLanguage) => string;
  /** What is wrong with a text, before it is sent. */
  faultOf?: (language: WireLanguage, text: string) => string | null;
}

/** A text in ten languages: all of them in sight with what they lack, and the fields of one. */
export function TenLanguages(props: TenLanguagesProps) {
  const { fields, texts, onChange, language, onLanguage, otherwise, faultOf = () => null } = props;
  const [left, setLeft] = useState(texts);
  const isEmpty = Object.keys(left).length === 0;
  // Asked when a field is left, not with every letter.
  const { data: words } = useQuery({
    queryKey: ['words', left],
    queryFn: () => request(operatorWords, { body: { texts: left } }),
    enabled: !isEmpty,
  });
  const warnings = (code: WireLanguage) => words?.lines.filter((line) => line.startsWith(`${code} `)) ?? [];
  const textIn = (field: string, code: WireLanguage): string => texts[field]?.[code] ?? '';
  const stateOf = (code: WireLanguage): string => {
    const own = fields.map(({ name }) => textIn(name, code));
    if (own.some((text) => text !== '' && faultOf(code, text) !== null)) return 'Wrong';
    if (own.every((text) => text.trim() === '')) return otherwise(code);
    const said = own.every((text) => text.trim() !== '') ? 'Written' : 'In part';
    return warnings(code).length > 0 ? `${said}, other words` : said;
  };
  const name = useId();
  return (
    <div className={styles.languages} onBlur={() => setLeft(texts)}>
      <fieldset className={styles.list}>
        <legend>Language</legend>
        {LANGUAGE_CODES.map((code) => (
          <label key={code} className={styles.language}>
            <input type="radio" name={name} checked={code === language} onChange={() => onLanguage(code)} />
            <span lang={localeOf(code)}>{LANGUAGES[code].label}</span>
            <small>{stateOf(code)}</small>
          </label>
        ))}
      </fieldset>
      <div className={styles.fields}>
        {fields.map(({ name: field, label, hint, long = false }) => {
          const Input = long ? TextArea : TextInput;
          const text = textIn(field, language);
          return (
            <Field
              key={field}
              label={`${label}, ${LANGUAGES[language].label}`}
              hint={hint}
              error={text === '' ? null : faultOf(language, text)}
            >
              {(wire) => (
                <Input
                  {...wire}
                  lang={localeOf(language)}
                  autoComplete="off"
                  value={text}
                  onChange={({ target }: { target: { value: string } }) =>
                    onChange({ ...texts, [field]: { ...texts[field], [language]: target.value } })
                  }
                />
              )}
            </Field>
          );
        })}
        <ul className={styles.words} aria-label="Words">
          {warnings(language).map((line) => (
            <li key={line}>{line.slice(language.length + 1)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
