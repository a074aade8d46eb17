import type { OperatorMember } from '@minerx/contract/operator/member';
import { WALLETS } from '@minerx/rules/wallet';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { DecisionField } from '../../base/decision/decision-input.tsx';
import { Panel } from '../../base/record/record.tsx';
import styles from './member.module.css';

const WALLET: DecisionField = {
  name: 'wallet',
  label: 'Wallet',
  options: WALLETS.map(({ name }) => [name, name] as const),
};
const AMOUNT: DecisionField = { name: 'amount', label: 'Amount', hint: 'Such as 100 or 0.5' };

/** What can be done about an account; each with a reason for the log. */
export function MemberDecisions({ member }: { member: OperatorMember }) {
  return (
    <Panel title="Account actions">
      <div className={styles.actions}>
        {!member.frozen && <SignedIn email={member.email} />}
        <Adjust email={member.email} verb="credit" label="Credit" />
        <Adjust email={member.email} verb="debit" label="Debit" />
        <Freeze member={member} />
      </div>
      {member.frozen && (
        <p>Nobody can sign in. An admin can unfreeze the account: assign the member’s ticket to one.</p>
      )}
    </Panel>
  );
}

function SignedIn({ email }: { email: string }) {
  return (
    <>
      <Decision
        action="member redirect"
        label="Sign-in link"
        title="Make a sign-in link"
        variant="secondary"
        given={{ email }}
      >
        <p>It works once, for two minutes. Whoever opens it is signed in as {email}, and cannot pay without the PIN.</p>
      </Decision>
      <Decision
        action="member sign-out"
        label="End all sessions"
        title="End all sessions"
        variant="secondary"
        given={{ email }}
      >
        <p>Every device of {email} is signed out within a second. They sign in again with their password.</p>
      </Decision>
    </>
  );
}

function Adjust({ email, verb, label }: { email: string; verb: 'credit' | 'debit'; label: string }) {
  return (
    <Decision
      action={`member ${verb}`}
      label={label}
      title={`${label} this member`}
      variant="secondary"
      given={{ email }}
      fields={[WALLET, AMOUNT, REASON]}
    >
      <p>Another operator has to agree before anything moves.</p>
    </Decision>
  );
}

function Freeze({ member: { email, frozen } }: { member: OperatorMember }) {
  if (frozen)
    return (
      <Decision action="member unfreeze" label="Unfreeze" title="Unfreeze this account" given={{ email }}>
        <p>{email} can sign in again. Withdrawals are looked at as before.</p>
      </Decision>
    );
  return (
    <Decision
      action="member freeze"
      label="Freeze"
      title="Freeze this account"
      variant="secondary"
      danger
      given={{ email }}
    >
      <p>{email} is signed out everywhere and cannot sign in. Nothing leaves the account; money stays where it is.</p>
    </Decision>
  );
}
