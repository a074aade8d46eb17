import { Page } from '../base/page.tsx';
import { GalleryActions } from '../features/gallery/gallery-actions.tsx';
import { GalleryDialogs } from '../features/gallery/gallery-dialogs.tsx';
import { GalleryFigures } from '../features/gallery/gallery-figures.tsx';
import { GalleryInputs } from '../features/gallery/gallery-inputs.tsx';
import { GalleryStates } from '../features/gallery/gallery-states.tsx';
import { GalleryTexts } from '../features/gallery/gallery-texts.tsx';

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
      <GalleryTexts />
      <GalleryDialogs />
      {/* Room for the bottom bar and the toasts, which lie over the end of the page. */}
      <div style={{ height: '16rem' }} />
    </Page>
  );
}
