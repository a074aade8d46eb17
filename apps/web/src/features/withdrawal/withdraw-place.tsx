import { walletById, type WalletId } from '@minerx/rules/wallet';
import { buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Notice } from '@minerx/ui/notice';
import { Segmented } from '@minerx/ui/segmented';
import { Select } from '@minerx/ui/select';
import { Link } from '@tanstack/react-router';
import { Clock, Info } from 'lucide-react';
import { AddressText } from '../../base/parts/address-text.tsx';
import { codeText } from '../../base/refusal.ts';
import { useTexts, type Texts } from '../../i18n/texts.ts';
import { type WithdrawUse } from './use-withdraw.ts';
import { coinsOf } from './withdraw-input.ts';
import type { WithdrawalOption } from './withdrawal.api.ts';

/** Why nothing can be withdrawn here now, and until when; undefined when it can. */
export function obstacleText(option: WithdrawalOption, t: Texts['t'], format: Texts['format']): string | undefined {
  const { obstacle, obstacle_until: until, network } = option;
  const coin = walletById(option.wallet_type as WalletId).name;
  const date = until === null ? '' : format.dateTime(until);
  switch (obstacle) {
    case null:
    case 'err_recent_reset':
      return undefined;
    case 'err_address_not_saved':
      return t('withdrawal.noAddress', { coin, network });
    case 'err_address_wait':
      return t('withdrawal.wait', { date });
    case 'err_network_closed':
      return t('withdrawal.closed', { coin, network });
    case 'err_withdrawal_limit':
      return t('withdrawal.usedUp', { date });
    default:
      return codeText(t, obstacle);
  }
}

export function Place({ use, options }: { use: WithdrawUse; options: readonly WithdrawalOption[] }) {
  const { t, format } = useTexts();
  const { option } = use;
  const networks = options.filter(({ wallet_type }) => wallet_type === option.wallet_type);
  const reason = obstacleText(option, t, format);
  return (
    <Card className="stack-5">
      <Field label={t('withdrawal.coin')}>
        {(wire) => (
          <Select
            {...wire}
            name="coin"
            value={option.wallet_type}
            onChange={({ target }) => use.chooseCoin(Number(target.value))}
          >
            {coinsOf(options).map((id) => (
              <option key={id} value={id}>
                {walletById(id as WalletId).name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Segmented
        label={t('withdrawal.network')}
        options={networks.map(({ network }) => ({ id: network, label: network }))}
        value={option.network}
        onChange={use.chooseNetwork}
      />
      {option.address !== null && (
        <div className="stack-2">
          <span className="soft">{t('withdrawal.to')}</span>
          <AddressText address={option.address} />
        </div>
      )}
      {reason !== undefined && (
        <Notice Icon={option.obstacle_until === null ? Info : Clock} role="status">
          {reason}
        </Notice>
      )}
      <Link
        to="/profile/withdrawalDetails"
        search={{ coin: option.wallet_type, network: option.network, back: 'withdraw' }}
        className={buttonClass({ variant: 'secondary', size: 'medium' })}
      >
        {t(option.address === null ? 'withdrawal.save' : 'withdrawal.change')}
      </Link>
    </Card>
  );
}
