import {
  nftStatusName,
  nftWithdrawalStatusName,
  type NftStatusName,
  type NftWithdrawalStatusName,
} from '@minerx/rules/nft-status';
import { Chip, type ChipProps } from '@minerx/ui/chip';
import { Ban, CircleCheck, CircleX, Hourglass, SearchCheck, Send } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';

const looks = {
  ready: { Icon: Send, tone: 'accent' },
  pending: { Icon: Hourglass, tone: 'wait' },
  approved: { Icon: CircleCheck, tone: 'gain' },
  rejected: { Icon: CircleX, tone: 'danger' },
  cancelled: { Icon: Ban, tone: 'plain' },
} as const satisfies Record<NftStatusName | NftWithdrawalStatusName, Pick<ChipProps, 'Icon' | 'tone'>>;

function StateChip({ name, wide = false }: { name: keyof typeof looks; wide?: boolean }) {
  const { t } = useTexts();
  const { Icon, tone } = looks[name];
  // Half a phone is too narrow for the longest word and a shape; the word says it alone.
  return (
    <Chip tone={tone} Icon={wide ? undefined : Icon} wide={wide}>
      {t(`nft.status.${name}`)}
    </Chip>
  );
}

/** The state of an item; `wide` along the whole foot of its card. */
export function NftChip({ status, wide = false }: { status: number; wide?: boolean }) {
  return <StateChip name={nftStatusName(status)} wide={wide} />;
}

/** The state of a withdrawal; `errored`: nobody can say yet whether it was sent. */
export function WithdrawalChip({ status, errored }: { status: number; errored: boolean }) {
  const { t } = useTexts();
  if (errored)
    return (
      <Chip tone="wait" Icon={SearchCheck}>
        {t('withdrawal.status.errored')}
      </Chip>
    );
  return <StateChip name={nftWithdrawalStatusName(status)} />;
}
