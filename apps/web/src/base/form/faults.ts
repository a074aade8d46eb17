import { isValidVerificationCode } from '@minerx/rules/member';
import { isValidPin } from '@minerx/rules/pin';

/** What a form ends with that needs more than the PIN. */
export interface Secrets {
  pin: string;
  code: string;
}

/** Codes of what is wrong, by field. */
export type Faults<Input> = Partial<Record<keyof Input & string, string>>;

/** What is wrong with PIN and code before they are sent. */
export const secretFaults = ({ pin, code }: Secrets): Faults<Secrets> => ({
  ...(pin === '' ? { pin: 'err_required' } : !isValidPin(pin) && { pin: 'err_pin_rule' }),
  ...(code === '' ? { code: 'err_required' } : !isValidVerificationCode(code) && { code: 'err_code_format' }),
});
