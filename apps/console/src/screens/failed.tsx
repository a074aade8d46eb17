import { FailedState } from '@minerx/ui/failed-state';
import { useState } from 'react';
import { codeOf, isReached, sentenceOf } from '../base/api.ts';

const NOT_LOADED = 'This page could not be loaded. Check the connection, then try again.';

interface FailedProps {
  error?: unknown;
  text?: string;
}

/** What the server refused says why; whatever else breaks off, a browser tells in words of its own. */
export function FailedPage({ error, text }: FailedProps) {
  const [isAsking, setAsking] = useState(false);
  const startAnew = async (): Promise<void> => {
    setAsking(true);
    if (await isReached()) location.reload();
    setAsking(false);
  };
  return (
    <>
      <h1>Console</h1>
      <FailedState
        text={text ?? (codeOf(error) === '' ? NOT_LOADED : sentenceOf(error))}
        busy={isAsking}
        onRetry={() => void startAnew()}
      />
    </>
  );
}

/** The same where nothing stands around it. */
export function FailedScreen(props: FailedProps) {
  return (
    <main>
      <FailedPage {...props} />
    </main>
  );
}
