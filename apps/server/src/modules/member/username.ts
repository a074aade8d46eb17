import { usernameFrom } from '@minerx/rules/member';
import anyAscii from 'any-ascii';

/** A username from a name in any script: 李小龍 is `lixiaolong`, Иван Петров `ivanpetrov`. `attempt` as in `usernameFrom`. */
export const usernameOf = (fullName: string, attempt: number): string =>
  usernameFrom(anyAscii(fullName.normalize('NFC')), attempt);
