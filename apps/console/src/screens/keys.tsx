import { operatorPasskeys } from '@minerx/contract/operator/passkey';
import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../base/queries.ts';
import { Heading, RecordPage } from '../base/record/record.tsx';
import { useChange } from '../features/keys/change.tsx';
import { Authenticator, Password, Recovery } from '../features/keys/own-keys.tsx';
import { Passkeys } from '../features/keys/passkeys.tsx';

/** What whoever is signed in comes in with, and changes. */
export function KeysScreen() {
  const { attempt, question } = useChange();
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <RecordPage call={operatorPasskeys} query={{}} back={{ to: '/', label: 'What waits' }}>
      {({ passkeys }) => (
        <>
          <Heading title="Your keys">
            Each change asks for your second factor, signs you out everywhere else, and is told to you by mail.
          </Heading>
          <Password attempt={attempt} />
          <Authenticator attempt={attempt} />
          <Recovery left={session.recovery_codes_left} attempt={attempt} />
          <Passkeys passkeys={passkeys} attempt={attempt} />
          {question}
        </>
      )}
    </RecordPage>
  );
}
