import { walletById } from '@minerx/rules/wallet';
import { formatUnits } from '@minerx/rules/money';
import type { Context } from '../../src/context.ts';
import { creditMember, type Adjustment } from '../../src/modules/member/adjustment.command.ts';
import { agreedCommand } from '../../src/modules/operator/agreement.command.ts';
import { propose } from '../../src/modules/operator/proposal.command.ts';

const ADMIN = 'operator:admin@minerx.test';
const FINANCE = 'operator:finance@minerx.test';

interface Given extends Pick<Adjustment, 'memberId' | 'walletId' | 'amountUnits'> {
  reason?: string;
}

/** Money in a wallet of a house with operators: it comes by two of them alone. */
export const giveByTwo = async (
  context: Context,
  { memberId, walletId, amountUnits, reason = 'test' }: Given,
): Promise<void> => {
  const { rows } = await context.pool.query<{ email: string }>('SELECT email FROM member WHERE id = $1', [memberId]);
  const action = 'member credit';
  const input = { email: rows[0]!.email, wallet: walletById(walletId).name, amount: formatUnits(amountUnits), reason };
  const id = await propose(context, { action, input, before: {}, actor: ADMIN });
  const command = agreedCommand(creditMember({ memberId, walletId, amountUnits, reason, actor: ADMIN }), {
    proposal: { id, action, input, before: {}, proposedBy: ADMIN, proposedAt: new Date(context.clock.now()) },
    by: { actor: FINANCE, reason },
    agreement: { proposal: id, by: FINANCE },
    refuseDecided: () => {
      throw new Error('decided already');
    },
  });
  await context.funnel.run(command);
};
