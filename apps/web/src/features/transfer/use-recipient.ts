import { useRef, useState, type RefObject } from 'react';
import { whyText } from '../../base/asking/refusal-alert.ts';
import { texts } from '../../i18n/texts.ts';
import { findRecipient } from './transfer.api.ts';

export interface RecipientEntry {
  typed: string;
  /** Of who was found under it; null before. */
  name: string | null;
  error: string | undefined;
  busy: boolean;
  input: RefObject<HTMLInputElement | null>;
  type: (text: string) => void;
  find: () => Promise<void>;
  /** Takes the member to the field, and says that nobody was found yet. */
  demand: () => void;
}

/** Whom it shall go to: typed, looked for, and confirmed by a masked name. */
export function useRecipient(typed: string, write: (text: string) => void): RecipientEntry {
  const [found, setFound] = useState<{ typed: string; name: string } | null>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fail = (text: string) => {
    setError(text);
    input.current?.focus();
  };
  return {
    typed,
    name: found?.typed === typed ? found.name : null,
    error,
    busy,
    input,
    type: (text) => {
      setError(undefined);
      write(text);
    },
    find: async () => {
      const wanted = typed.trim();
      if (busy) return;
      if (wanted === '') return fail(texts().t('err_required'));
      setBusy(true);
      try {
        setFound({ typed, name: await findRecipient(wanted) });
        setError(undefined);
      } catch (failure) {
        fail(whyText(failure));
      } finally {
        setBusy(false);
      }
    },
    demand: () => fail(texts().t(typed.trim() === '' ? 'err_required' : 'transfer.find.first')),
  };
}
