import { createHash } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/ledger/command.ts';
import { openBlessing } from '../../src/modules/blessing/blessing.command.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { cancelNftWithdrawal, withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import { cancelWaitingOrder } from '../../src/modules/order/waiting-order.command.ts';
import { subscribeMiner } from '../../src/modules/purchase/purchase.command.ts';
import { stakeTokens } from '../../src/modules/staking/staking.command.ts';
import { transferToMember } from '../../src/modules/transfer/transfer.command.ts';
import { redeemVoucherCommand } from '../../src/modules/voucher/voucher.command.ts';

/**
 * What a key's answer is found by, word for word. Answers outlive upgrades: whoever renames a field keeps its word here, or members
 * who ask again read that their key was another question's.
 */

const ID = '019aa2d4-0000-7000-8000-000000000001';
const KEY = 'key-of-a-test';
const bought = { quantity: 2, acceptWaiting: true };
const withdrawal = { id: ID, nftId: ID, memberId: 7n, holdOwnerId: 9n };
const ADJUSTED = { memberId: 7n, walletId: WALLET.USDT, amountUnits: 1n, reason: 'r', actor: 'operator:ana' } as const;

const asked: readonly [command: Command, words: string][] = [
  [
    subscribeMiner(
      7n,
      {
        ...bought,
        page: 'x1',
        packageId: 2,
        method: 3,
        amounts: { [WALLET.CW]: unitsOf('1'), [WALLET.RW]: unitsOf('2') },
      },
      KEY,
    ),
    '{"acceptWaiting":true,"amounts":{"cw":"100000000","rw":"200000000","usdt":"0"},"method":3,"packageId":2,"page":"x1","quantity":2}',
  ],
  [
    subscribeMiner(
      7n,
      { ...bought, page: 'x2', packageId: 5, walletType: 1, amounts: { [WALLET.USDT]: unitsOf('1') } },
      KEY,
    ),
    '{"acceptWaiting":true,"amounts":{"cw":"0","rw":"0","usdt":"100000000"},"packageId":5,"page":"x2","quantity":2,"walletType":1}',
  ],
  [activateOrder(7n, ID, KEY), `{"orderId":"${ID}"}`],
  [cancelWaitingOrder(7n, ID, KEY), `{"orderId":"${ID}"}`],
  [redeemVoucherCommand(7n, Buffer.from('00ff', 'hex'), KEY), '{"code":"00ff"}'],
  [openBlessing(7n, { packId: ID, index: 4, pepper: 'x' }, KEY), `{"index":4,"packId":"${ID}"}`],
  [
    stakeTokens(7n, { typeId: 1, amountUnits: 5n, amount2Units: 6n }, KEY),
    '{"amount2Units":"6","amountUnits":"5","typeId":1}',
  ],
  [
    withdrawNft(7n, { nftId: ID, address: '0x1', seenFeeUnits: unitsOf('1') }, KEY),
    `{"address":"0x1","fee":"100000000","nftId":"${ID}"}`,
  ],
  [cancelNftWithdrawal(7n, withdrawal, KEY), `{"id":"${ID}"}`],
  [
    transferToMember(7n, 8n, { recipient: 'ana', recipientName: 'A**', walletId: 1, amountUnits: 5n, note: null }, KEY),
    '{"amountUnits":"5","note":null,"recipient":"ana","recipientName":"A**","walletId":1}',
  ],
  [creditMember(ADJUSTED, KEY), '{"actor":"operator:ana","amountUnits":"1","memberId":"7","reason":"r","walletId":1}'],
];

describe('what a key is kept for', () => {
  it.each(asked.map(([command, words]) => [command.name, command, words] as const))(
    '%s is in these words',
    (_name, command, words) => {
      expect(command.idempotency!.fingerprint.toString('hex')).toBe(createHash('sha256').update(words).digest('hex'));
    },
  );
});
