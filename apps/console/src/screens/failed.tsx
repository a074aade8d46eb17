import { FailedState } from '@minerx/ui/failed-state';
import { codeOf, sentenceOf } from '../base/api.ts';

const NOT_LOADED = 'This page could not be loaded. Check the connection, then try again.';

interface FailedProps {
  error?: unknown;
  text?: string;
}

/** What the server refused says why; whatever else breaks off, a browser tells in words of its own. */
export function FailedPage({ error, text }: FailedProps) {
  return (
    <>
      <h1>Console</h1>
      <FailedState
        text={text ?? (codeOf(error) === '' ? NOT_LOADED : sentenceOf(error))}
        onRetry={() => location.reload()}
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
