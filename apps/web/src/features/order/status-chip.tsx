import { statusName, type OrderStatus, type OrderStatusName } from '@minerx/rules/order-status';
import { Chip, type ChipProps } from '@minerx/ui/chip';
import { Ban, CircleCheck, Flag, Hourglass, Power, Unplug, Users, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

const looks = {
  activated: { Icon: CircleCheck, tone: 'gain' },
  ready: { Icon: Power, tone: 'accent' },
  waiting_stock: { Icon: Hourglass, tone: 'wait' },
  on_queue: { Icon: Users, tone: 'wait' },
  disconnected: { Icon: Unplug, tone: 'danger' },
  ended: { Icon: Flag, tone: 'plain' },
  cancelled: { Icon: Ban, tone: 'plain' },
} as const satisfies Record<OrderStatusName, { Icon: LucideIcon; tone: ChipProps['tone'] }>;

/** The status in a word and a shape, never by colour alone. */
export function StatusChip({ status }: { status: OrderStatus }) {
  const { t } = useTexts();
  const name = statusName(status);
  const { Icon, tone } = looks[name];
  return (
    <Chip tone={tone} Icon={Icon}>
      {t(`order.status.${name}`)}
    </Chip>
  );
}
