import { Skeleton } from '@minerx/ui/skeleton';
import { TextInput } from '@minerx/ui/text-input';
import { Check, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Failed } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { searchCountries, type CountryChoice } from './country-search.ts';
import styles from './country-picker.module.css';
import { callingCodeText } from './mobile.ts';
import { useCountries } from './signup.api.ts';

interface CountryListProps {
  id: string;
  value: number | undefined;
  onChoose: (country: CountryChoice) => void;
}

/** Keyboards on screen would cover the list at once; only a real one gets the search field focused. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** A letter typed anywhere in the sheet is meant for the search: the focus is there before the letter lands. */
function useTypedInto(): RefObject<HTMLInputElement | null> {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const type = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) => {
      if ([...key].length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
      if (document.activeElement !== search.current) search.current?.focus();
    };
    addEventListener('keydown', type);
    return () => removeEventListener('keydown', type);
  }, []);
  return search;
}

export function CountryList({ id, value, onChoose }: CountryListProps) {
  const { t } = useTexts();
  const { query, choices } = useCountries();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const found = searchCountries(choices ?? [], wanted);

  const search = useTypedInto();

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ul button')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    stops[Math.max(0, Math.min(to, stops.length - 1))]?.focus();
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows are a shortcut; every row is a button of its own
    <div className={styles.body} id={id} onKeyDown={walk}>
      <div className={styles.search}>
        <TextInput
          ref={search}
          type="search"
          aria-label={t('session.country.search')}
          placeholder={t('session.country.search')}
          lead={<Search size={20} aria-hidden="true" />}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened to search
          autoFocus={hasKeyboard()}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Neither sends the form around the sheet nor presses the button that gets the focus back.
            event.preventDefault();
            // By what stands in the field now: the list below may still be drawing the last letter.
            const [first] = searchCountries(choices ?? [], event.currentTarget.value);
            if (first) onChoose(first);
          }}
        />
        <span className="unseen" aria-live="polite">
          {choices && wanted && t('session.country.found', { count: found.length })}
        </span>
      </div>
      {choices === undefined && (query.isError ? <Failed query={query} /> : <CountriesToCome />)}
      {choices && found.length === 0 && <p className={styles.nothing}>{t('session.country.none', { text: wanted })}</p>}
      {found.length > 0 && (
        <ul className={styles.list}>
          {found.map((country) => (
            <li key={country.id}>
              <CountryRow country={country} chosen={country.id === value} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CountriesToCome() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {Array.from({ length: 9 }, (_, row) => (
        <Skeleton key={row} height="1.5rem" width={`${60 + ((row * 7) % 30)}%`} />
      ))}
    </div>
  );
}

interface CountryRowProps extends Pick<CountryListProps, 'onChoose'> {
  country: CountryChoice;
  chosen: boolean;
}

function CountryRow({ country, chosen, onChoose }: CountryRowProps) {
  return (
    <button type="button" className={styles.row} aria-pressed={chosen} onClick={() => onChoose(country)}>
      <CountryCode iso={country.iso} />
      <span className={styles.name}>
        {country.name}
        {country.name !== country.english && (
          <span className={styles.other} lang="en">
            {country.english}
          </span>
        )}
      </span>
      <span className={styles.code}>{callingCodeText(country.callingCode)}</span>
      {chosen && <Check size={20} aria-hidden="true" />}
    </button>
  );
}

/** Our own mark of a country: its code. Flags are drawn differently everywhere and some are disputed. */
export function CountryCode({ iso }: { iso: string }) {
  return (
    <span className={styles.chip} aria-hidden="true">
      {iso}
    </span>
  );
}
