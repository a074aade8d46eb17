import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { TextInput } from '@minerx/ui/text-input';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './team-search.module.css';

interface TeamSearchProps {
  /** What is looked for now. */
  find: string | undefined;
  onFind: (username: string | undefined) => void;
}

/** A username to look for; an empty one shows everybody again. */
export function TeamSearch({ find, onFind }: TeamSearchProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(find ?? '');
  return (
    <form
      role="search"
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(typed.trim() || undefined);
      }}
    >
      <Field label={t('team.search')} hint={t('team.search.hint')}>
        {(wire) => (
          <div className={styles.line}>
            <TextInput
              {...wire}
              type="search"
              name="member_username"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={64}
              lead={<Search size={18} aria-hidden="true" />}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit">{t('team.search.submit')}</Button>
          </div>
        )}
      </Field>
      {find !== undefined && (
        <Button
          full
          size="medium"
          variant="secondary"
          onClick={() => {
            setTyped('');
            onFind(undefined);
          }}
        >
          {t('team.search.clear')}
        </Button>
      )}
    </form>
  );
}
