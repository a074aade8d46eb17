import type { ResultOf } from '@minerx/contract/call';
import type { passkeyList } from '@minerx/contract/passkey';
import type { MadePasskey } from '../../security/passkey.ts';
import type { PasskeyToMake } from './new-passkey.step.ts';
import type { Passkey } from './passkey.store.ts';

export const presentPasskeys = (passkeys: readonly Passkey[]): ResultOf<typeof passkeyList> => ({
  passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
    id,
    passkey_name: name,
    passkey_created_date: createdAt.toISOString(),
    passkey_used_date: usedAt?.toISOString() ?? null,
  })),
});

export const presentPasskeyToMake = ({ challenge, user, ids }: PasskeyToMake, email: string) => ({
  passkey_challenge: challenge,
  passkey_user: user,
  passkey_user_name: email,
  passkey_ids: ids,
});

/** What a browser sent, with the name that its owner gave it. */
export const readMade = (body: {
  passkey_name: string;
  passkey_id: string;
  passkey_client_data: string;
  passkey_attestation: string;
}): { name: string; made: MadePasskey } => ({
  name: body.passkey_name,
  made: { id: body.passkey_id, clientData: body.passkey_client_data, attestation: body.passkey_attestation },
});
