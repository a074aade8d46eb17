import { Shortcuts } from '@minerx/ui/shortcuts';
import { Gem, Gift, ListChecks, Ticket } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

/** The four ways from home that have no place in the bottom bar. The same four stand in the shell (build/early-shell.html). */
export function QuickActions() {
  const { t } = useTexts();
  return (
    <Shortcuts
      even
      shortcuts={[
        { to: '/order', text: t('home.orders'), Icon: ListChecks },
        // The festival alone may glitter.
        { to: '/duitraya', text: t('home.blessings'), Icon: Gift, festive: true },
        { to: '/home/nft', text: t('home.nft'), Icon: Gem },
        { to: '/miner/redeem', text: t('home.redeem'), Icon: Ticket },
      ]}
    />
  );
}
