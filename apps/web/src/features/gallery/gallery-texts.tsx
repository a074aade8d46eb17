import { Article } from '@minerx/ui/article';
import { CalledLine } from '@minerx/ui/called-line';
import { Poster } from '@minerx/ui/poster';
import { SafeHtml } from '@minerx/ui/safe-html';
import { StillSheet } from '@minerx/ui/still-sheet';
import { Part } from './gallery-section.tsx';

const PICTURE = '/icon.svg';
const TEXT = '<p>Miners of site B are <strong>back</strong>.</p><ul><li>Since 08:00 UTC</li></ul>';

/** Parts that show what operators publish. */
export function GalleryTexts() {
  return (
    <>
      <Part name="article">
        <Article picture={null} at="2026-11-20T08:00:00Z" time="20 Nov 2026, 08:00" html={TEXT} />
      </Part>
      <Part name="safe-html">
        <SafeHtml html={TEXT} />
      </Part>
      <Part name="called-line">
        <CalledLine>Maintenance on Sunday, 02:00 to 03:00 UTC</CalledLine>
      </Part>
      <Part name="poster">
        <Poster to="/miner" picture={PICTURE} title="A new site" />
      </Part>
      <Part name="still-sheet">
        <StillSheet title="An announcement" footer={null}>
          <SafeHtml html={TEXT} />
        </StillSheet>
      </Part>
    </>
  );
}
