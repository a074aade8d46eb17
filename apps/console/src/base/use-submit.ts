import { useState, type SubmitEvent } from 'react';
import { sentenceOf } from './api.ts';

interface Submit {
  busy: boolean;
  /** What the server said against it; null when nothing. */
  failed: string | null;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Sends a form once at a time, and keeps what was said against it until the next time. */
export function useSubmit(send: (form: HTMLFormElement) => Promise<void>): Submit {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setFailed(null);
    try {
      await send(form);
    } catch (error) {
      setFailed(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failed,
    onSubmit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (!busy) void submit(event.currentTarget);
    },
  };
}
