import { Page } from '../base/page.tsx';
import { GalleryActions } from './gallery-actions.tsx';
import { GalleryDialogs } from './gallery-dialogs.tsx';
import { GalleryFigures } from './gallery-figures.tsx';
import { GalleryInputs } from './gallery-inputs.tsx';
import { GalleryStates } from './gallery-states.tsx';

/**
 * Every part of packages/ui in every state, for the workshop only: not in a production build. Its words need no translation.
 * e2e/journeys/14-gallery fails when a part has no section here.
 */
export function GalleryScreen() {
  return (
    <Page title="Parts" backTo="/">
      <GalleryActions />
      <GalleryInputs />
      <GalleryFigures />
      <GalleryStates />
      <GalleryDialogs />
      {/* Room for the bottom bar, which lies over the end of the page. */}
      <div style={{ height: 'calc(var(--nav-height) + var(--inset-bottom))' }} />
    </Page>
  );
}
