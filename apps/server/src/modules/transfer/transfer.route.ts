import { transfer, transferOptions, transferRecipient } from '@minerx/contract/transfer';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { maskedName, transferableWallets } from '@minerx/rules/transfer';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { getSetting } from '../setting/setting.query.ts';
import { transferToMember } from './transfer.command.ts';
import { seekRecipient } from './recipient.command.ts';

export const addTransferRoutes = (api: Api): void => {
  const { context } = api;
  const { pool, funnel } = context;

  addRoute(api, transferOptions, { limit: perMinute(300) }, async () => {
    const minimums = await getSetting(pool, 'transfer_minimums');
    return {
      transfer: transferableWallets(minimums).map((id) => ({
        member_wallet_type_id: id,
        transfer_min_amount: formatUnits(minimums[id] ?? 0n),
      })),
    };
  });

  addRoute(api, transferRecipient, { limit: perMinute(30) }, async ({ member, body }) => {
    const found = await seekRecipient(context, member.memberId, body.recipient);
    if (found?.id === member.memberId) refuse('err_transfer_self');
    if (found === null || found.frozen) return refuse('err_recipient');
    return { recipient_name: maskedName(found.fullName) };
  });

  addRoute(api, transfer, { limit: perMinute(60), pin: true }, async ({ member, body, idempotencyKey }) => {
    const found = await seekRecipient(context, member.memberId, body.recipient);
    const input = {
      recipient: body.recipient,
      recipientName: body.recipient_name,
      walletId: body.wallet_type,
      amountUnits: unitsOf(body.amount),
      note: body.note ?? null,
    };
    const meant = found !== null && maskedName(found.fullName) === body.recipient_name ? found.id : null;
    const { id } = await funnel.run(transferToMember(member.memberId, meant, input, idempotencyKey));
    return { id };
  });
};
