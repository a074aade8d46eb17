import { memberProfile } from '@minerx/contract/profile';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { listWithdrawalAddresses } from '../member/withdrawal-address/withdrawal-address.query.ts';
import { listWalletTypes } from '../wallet/wallet.query.ts';
import { presentProfile } from './profile.presenter.ts';
import { findProfile } from './profile.query.ts';

export const addProfileRoutes = (api: Api): void => {
  const { pool, expiryClock } = api.context;
  addRoute(api, memberProfile, { limit: perMinute(600) }, async ({ member }) => {
    const [profile, walletTypes, addresses] = await Promise.all([
      findProfile(pool, member.memberId),
      listWalletTypes(pool),
      listWithdrawalAddresses(pool, member.memberId),
    ]);
    return { member: presentProfile(profile ?? refuse('err_unauthorised'), walletTypes, addresses, expiryClock.now()) };
  });
};
