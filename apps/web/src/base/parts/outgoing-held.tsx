import type { Member } from '@minerx/contract/profile';
import { Notice } from '@minerx/ui/notice';
import { Clock } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

/** Until when nothing may leave the account, because password and PIN were reset; null when it may. */
export function heldUntil(member: Pick<Member, 'outgoing_held_until'> | undefined): Date | null {
  // An answer that was kept on this device before the field existed has none.
  const until = new Date(member?.outgoing_held_until ?? 0);
  return until.getTime() > Date.now() ? until : null;
}

/** Says before anything is typed that it cannot be done yet, and until when. */
export function OutgoingHeld({ until }: { until: Date | null }) {
  const { t, format } = useTexts();
  if (until === null) return null;
  return (
    <Notice Icon={Clock} role="status">
      {t('common.outgoingHeld', { date: format.dateTime(until), relative: format.relative(until) })}
    </Notice>
  );
}

/** The same under a button that cannot be pressed for it. */
export function useHeldReason(until: Date | null): string | undefined {
  const { t, format } = useTexts();
  return until === null ? undefined : t('common.outgoingHeld.short', { date: format.dateTime(until) });
}
