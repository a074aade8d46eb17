import { Button } from '@minerx/ui/button';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { textOf } from '../form-text.ts';
import styles from './filters.module.css';

export type Search = Readonly<Record<string, string>>;

/** A change of the filter begins at the first page again; what is empty leaves the address. */
const withFilter = (search: Search, change: Search): Search =>
  Object.fromEntries(
    Object.entries({ ...search, ...change }).filter(([name, value]) => name !== 'after' && value !== ''),
  );

interface StatesProps {
  label: string;
  /** Of the address. */
  name: string;
  options: readonly (readonly [value: string, label: string])[];
  search: Search;
}

/** One of a few lists; the first is the one without a name in the address. */
export function States({ label, name, options, search }: StatesProps) {
  const chosen = search[name] ?? options[0]?.[0];
  return (
    <nav className={styles.states} aria-label={label}>
      {options.map(([value, text], place) => (
        <Link
          key={value}
          to="."
          search={withFilter(search, { [name]: place === 0 ? '' : value }) as never}
          className={styles.state ?? ''}
          // The router's own mark would stand on the list without a filter as well.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={value === chosen ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

interface FindField {
  label: string;
  /** Of the address. */
  name: string;
  type?: 'search' | 'date';
}

/** One field of the address. */
export function Find({ label, name, search }: FindField & { search: Search }) {
  return <FindAll fields={[{ label, name }]} search={search} />;
}

/** Narrows a list down when Enter is pressed. */
export function FindAll({ fields, search }: { fields: readonly FindField[]; search: Search }) {
  const navigate = useNavigate();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = Object.fromEntries(fields.map(({ name }) => [name, textOf(form, name).trim()]));
    void navigate({ to: '.', search: withFilter(search, typed) as never });
  };
  return (
    <form className={styles.find} role="search" onSubmit={submit}>
      {fields.map((field) => (
        <FindInput key={field.name} field={field} given={search[field.name] ?? ''} short={fields.length > 1} />
      ))}
      <Button type="submit" variant="secondary" size="medium">
        Find
      </Button>
    </form>
  );
}

function FindInput({ field, given, short }: { field: FindField; given: string; short: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const { label, name, type = 'search' } = field;
  // The way back brings another filter: the field says what the list shows.
  useEffect(() => {
    if (input.current) input.current.value = given;
  }, [given]);
  return (
    <label className="line-2 soft">
      {type === 'date' && <span>{label}</span>}
      <input
        ref={input}
        className={short ? styles.short : styles.input}
        type={type}
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={given}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}
