import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { useRouter } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

const HISTORY = '/asset/spot/withdraw/history';

/** The way to the history of withdrawals, as soon as the app has that screen. */
export function HistoryLink() {
  const { t } = useTexts();
  const { routesByPath } = useRouter();
  if (!Object.hasOwn(routesByPath, HISTORY)) return null;
  return (
    <Card flush>
      <Row to={HISTORY} icon={<History size={20} aria-hidden="true" />} title={t('withdrawal-address.history')} />
    </Card>
  );
}
