import { Button } from '@minerx/ui/button';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { textOf } from '../../base/form-text.ts';
import styles from './filters.module.css';

export type Search = Readonly<Record<string, string>>;

/** A change of the filter begins at the first page again; what is empty leaves the address. */
const withFilter = (search: Search, change: Search): Search =>
  Object.fromEntries(
    Object.entries({ ...search, ...change }).filter(([name, value]) => name !== 'after' && value !== ''),
  );

export interface StatesProps {
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

export interface FindProps {
  label: string;
  /** Of the address. */
  name: string;
  search: Search;
  type?: 'search' | 'date';
}

/** Narrows a list down when Enter is pressed. */
export function Find({ label, name, search, type = 'search' }: FindProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const given = search[name] ?? '';
  // The way back brings another filter: the field says what the list shows.
  useEffect(() => {
    if (field.current) field.current.value = given;
  }, [given]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = textOf(event.currentTarget, name).trim();
    void navigate({ to: '.', search: withFilter(search, { [name]: value }) as never });
  };
  return (
    <form className={styles.find} role="search" onSubmit={submit}>
      <input
        ref={field}
        className={styles.input}
        type={type}
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={given}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" size="medium">
        Find
      </Button>
    </form>
  );
}
