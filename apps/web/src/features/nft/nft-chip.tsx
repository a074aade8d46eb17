import {
  nftStatusName,
  nftWithdrawalStatusName,
  type NftStatusName,
  type NftWithdrawalStatusName,
} from '@minerx/rules/nft-status';
import { classes } from '@minerx/ui/classes';
import { Ban, CircleCheck, CircleX, Hourglass, Send, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './nft-chip.module.css';

const looks = {
  ready: { Icon: Send, tone: 'accent' },
  pending: { Icon: Hourglass, tone: 'wait' },
  approved: { Icon: CircleCheck, tone: 'gain' },
  rejected: { Icon: CircleX, tone: 'danger' },
  cancelled: { Icon: Ban, tone: 'plain' },
} as const satisfies Record<
  NftStatusName | NftWithdrawalStatusName,
  { Icon: LucideIcon; tone: 'gain' | 'accent' | 'wait' | 'danger' | 'plain' }
>;

function Chip({ name, wide = false }: { name: keyof typeof looks; wide?: boolean }) {
  const { t } = useTexts();
  const { Icon, tone } = looks[name];
  return (
    <span className={classes(styles.chip, styles[tone], wide && styles.wide)}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      <span>{t(`nft.status.${name}`)}</span>
    </span>
  );
}

/** The state of an item in a word and a shape; `wide` along the whole foot of its card. */
export const NftChip = ({ status, wide = false }: { status: number; wide?: boolean }) => (
  <Chip name={nftStatusName(status)} wide={wide} />
);

/** The state of a withdrawal in a word and a shape. */
export const WithdrawalChip = ({ status }: { status: number }) => <Chip name={nftWithdrawalStatusName(status)} />;
