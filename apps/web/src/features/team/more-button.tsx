import { Button } from '@minerx/ui/button';
import { useTexts } from '../../i18n/texts.ts';
import type { GrowingList } from '../../base/pages.ts';

/** The end of a list that goes on: one page more, or once more what failed. */
export function MoreButton({ end, more }: Pick<GrowingList<unknown>, 'end' | 'more'>) {
  const { t } = useTexts();
  if (end === 'end') return null;
  return (
    <>
      {end === 'failed' && <p role="alert">{t('common.loadMoreFailed')}</p>}
      <Button variant="secondary" size="medium" full busy={end === 'loading'} onClick={more}>
        {t(end === 'failed' ? 'common.retry' : 'team.more')}
      </Button>
    </>
  );
}
