import { useMatches } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType } from 'react';
import { Page } from '../../base/page.tsx';
import { Failed } from '../../base/query.tsx';
import { isTextKey, useTexts } from '../../i18n/texts.ts';

type LoadScreen = () => Promise<ComponentType>;

/**
 * Stands for a member's screen whose file could not be fetched, within the frame and its bar, and gives way to it: by itself when
 * there is a network again. With one, an older build's file is gone for good, and `app/main.tsx` starts anew with the new build.
 */
export function laterScreen(load: LoadScreen): ComponentType {
  let come: ComponentType | undefined;
  const ask = async () => (come ??= await load().catch(() => undefined));
  return function LaterScreen() {
    const [Screen, setScreen] = useState(() => come);
    const [isFetching, setFetching] = useState(false);
    const again = () => {
      setFetching(true);
      void ask().then((screen) => {
        setFetching(false);
        setScreen(() => screen);
      });
    };
    useEffect(() => {
      if (come) return;
      if (navigator.onLine) again();
      addEventListener('online', again);
      return () => removeEventListener('online', again);
    }, []);
    return Screen ? <Screen /> : <Absent isFetching={isFetching} onRetry={again} />;
  };
}

/** The title is known, and the way back from what has no place in the bar. */
function Absent({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  const { t } = useTexts();
  const { pathname, staticData } = useMatches({ select: (matches) => matches.at(-1)! });
  const [, first, further] = pathname.split('/');
  return (
    <Page
      // Its words may travel with the file that is not here.
      title={staticData.title && isTextKey(staticData.title) ? t(staticData.title) : ''}
      {...(!staticData.nav && { backTo: further ? `/${first}` : '/' })}
    >
      <Failed query={{ error: null, isFetching }} onRetry={onRetry} />
    </Page>
  );
}
