import { statusName, type OrderStatus, type OrderStatusName } from '@minerx/rules/order-status';
import { classes } from '@minerx/ui/classes';
import { Ban, CircleCheck, Flag, Hourglass, Power, Unplug, Users, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './status-chip.module.css';

const looks = {
  activated: { Icon: CircleCheck, tone: 'gain' },
  ready: { Icon: Power, tone: 'accent' },
  waiting_stock: { Icon: Hourglass, tone: 'wait' },
  on_queue: { Icon: Users, tone: 'wait' },
  disconnected: { Icon: Unplug, tone: 'danger' },
  ended: { Icon: Flag, tone: 'plain' },
  cancelled: { Icon: Ban, tone: 'plain' },
} as const satisfies Record<
  OrderStatusName,
  { Icon: LucideIcon; tone: 'gain' | 'accent' | 'wait' | 'danger' | 'plain' }
>;

/** The status in a word and a shape, never by colour alone. */
export function StatusChip({ status }: { status: OrderStatus }) {
  const { t } = useTexts();
  const name = statusName(status);
  const { Icon, tone } = looks[name];
  return (
    <span className={classes(styles.chip, styles[tone])}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      {t(`order.status.${name}`)}
    </span>
  );
}
