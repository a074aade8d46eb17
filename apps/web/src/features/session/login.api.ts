import { Refusal, request } from '../../base/api.ts';
import { formDraft } from '../../base/form/drafts.ts';
import { tellLanguageChoice } from '../../base/language/language-choice.ts';
import { holdSession } from '../../base/session.ts';
import type { StandardSchemaV1 } from '../../base/standard-schema.ts';

/** The contract comes with the first touch of the form, so that the sign-in screen itself stays light. */
const contract = () => fetched(import('@minerx/contract/session'));

const fetched = <T>(file: Promise<T>): Promise<T> =>
  file.catch(() => {
    throw new Refusal({ code: 'offline' });
  });

export function prepareLogin(): void {
  contract().catch(() => undefined);
}

export interface LoginFields {
  member_email: string;
  member_password: string;
}

/** Of sign-in and forgot-password: an address typed in one need not be typed again in the other. */
export const signInDraft = formDraft<LoginFields>('signIn');

/** What is wrong with the fields by the contract's own schema: field name → code; empty when nothing is. */
export async function wrongLoginFields(fields: LoginFields): Promise<Partial<Record<keyof LoginFields, string>>> {
  const { memberLogin } = await contract();
  const checked = await (memberLogin.body as unknown as StandardSchemaV1)['~standard'].validate(fields);
  const issues = (checked.issues ?? []) as { message: string; path: (keyof LoginFields)[] }[];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]).reverse()) as Partial<LoginFields>;
}

/** @throws {Refusal} err_login, err_login_locked, err_account_frozen */
export async function login(fields: LoginFields): Promise<void> {
  const { memberLogin } = await contract();
  const { accessToken } = await request(memberLogin, { body: fields });
  holdSession(accessToken);
  void tellLanguageChoice();
}

/**
 * Signs in with a passkey; false when the member does not want to.
 * @throws {Refusal} err_passkey_wrong, err_login_locked, err_account_frozen
 */
export async function signInWithPasskey(): Promise<boolean> {
  const file = await fetched(import('./factor/passkey-sign-in.ts'));
  return file.signInWithPasskey();
}
