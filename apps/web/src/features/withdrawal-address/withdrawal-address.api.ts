import { networkLabel } from '@minerx/rules/network';
import type { BodyInputOf } from '@minerx/contract/call';
import type { btapayModify } from '@minerx/contract/member';
import type { withdrawalCodeRequest, withdrawalModify } from '@minerx/contract/withdrawal-address';
import { callOf, request } from '../../base/api.ts';
import type { Intent } from '@minerx/contract/intent';
import type { Input } from './withdrawal-address-input.ts';

const codeRequest = callOf<typeof withdrawalCodeRequest>('POST', 'member/modifyWithdraw/request/code', 'member');
const modify = callOf<typeof withdrawalModify>('POST', 'member/withdrawal/modify', 'member');
const btapay = callOf<typeof btapayModify>('POST', 'member/btapay/modify', 'member');

type CodeBody = BodyInputOf<typeof withdrawalCodeRequest>;

/** An address and the emailed code that is good for it alone. */
export type Target = Omit<Input, 'pin'>;

export const targetOf = ({ coin, network, address }: Omit<Target, 'code'>, pin: string): CodeBody => ({
  member_bank_type: coin,
  member_bank_network: networkLabel(network),
  member_bank_number: address,
  member_security_pin: pin,
});

/** Asks for a code by mail, good for this address alone. @throws {Refusal} err_pin_wrong, err_pin_locked, err_code_wait with the seconds to wait */
export const requestCode = (body: CodeBody) => request(codeRequest, { body });

/** Saves an address. @throws {Refusal} err_pin_wrong, err_pin_locked, err_code_wrong, err_account_frozen */
export const saveWithdrawalAddress = ({ key, input }: Intent<Target>, pin: string) =>
  request(modify, { body: { ...targetOf(input, pin), verify_code: input.code }, idempotencyKey: key });

/** Saves the id at BTA Pay. @throws {Refusal} err_pin_wrong, err_pin_locked, err_account_frozen */
export const saveBtapayId = (id: string, pin: string) =>
  request(btapay, { body: { btapay_id: id, member_security_pin: pin } });
