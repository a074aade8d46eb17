import type { accountDelete, deletionCodeRequest, deletionState } from '@minerx/contract/deletion';
import type { Member } from '@minerx/contract/profile';
import type { DeletionCause } from '@minerx/rules/deletion';
import { isValidPin } from '@minerx/rules/pin';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { showAlert } from '../../../base/alerts.ts';
import { callOf, request } from '../../../base/api.ts';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { codeWait } from '../../../base/form/code-wait.ts';
import { ConfirmCard } from '../../../base/form/confirm-card.tsx';
import { secretFaults, type Secrets } from '../../../base/form/faults.ts';
import { useFilling } from '../../../base/form/use-filling.ts';
import { heldUntil, useHeldReason } from '../../../base/parts/outgoing-held.tsx';
import { Loaded, queryClient } from '../../../base/query.tsx';
import { endSession } from '../../../base/session.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from '../session.module.css';

const state = callOf<typeof deletionState>('GET', 'member/deletion', 'member');
const codeRequest = callOf<typeof deletionCodeRequest>('POST', 'member/deletion/request/code', 'member');
const deleteAccount = callOf<typeof accountDelete>('POST', 'member/deletion', 'member');

const stateQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: async ({ signal }) => (await request(state, { signal })).causes,
  staleTime: 0,
});

/** Where each is dealt with. */
const PLACE_OF: Record<DeletionCause, string> = {
  balances: '/asset',
  orders: '/order',
  withdrawals: '/asset/spot/withdraw/history',
  deposits: '/asset/spot/deposit',
  nfts: '/profile/nft',
  stakes: '/profile/staking/history',
  blessings: '/duitraya',
  journeys: '/duitraya/history',
  vouchers: '/duitraya/history',
  sent: '/asset',
};
const FIELD_OF = { verify_code: 'code', member_security_pin: 'pin' } as const;
const noDraft = { write: () => undefined };

/** What goes, what stays and why; then either what has to go first, or PIN, code and the end. */
export function DeleteForm({ member }: { member: Member }) {
  const { t, format } = useTexts();
  const query = useQuery(stateQuery);
  return (
    <div className={styles.form}>
      <p>{t('account.delete.lead')}</p>
      <p className={styles.note}>{t('account.delete.stays')}</p>
      <p className={styles.note}>{t('account.delete.late')}</p>
      <Loaded query={query} skeleton={<Skeleton height="8rem" />}>
        {(causes) =>
          causes.length === 0 ? (
            <Confirm member={member} />
          ) : (
            <>
              <h3>{t('account.delete.first')}</h3>
              <Card flush>
                {causes.map(({ cause, count }) => (
                  <Row
                    key={cause}
                    to={PLACE_OF[cause]}
                    title={t(`account.cause.${cause}`)}
                    value={format.number(count)}
                  />
                ))}
              </Card>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Confirm({ member }: { member: Member }) {
  const { t } = useTexts();
  const reason = useHeldReason(heldUntil(member));
  const { form, input, errors, change, fail, refuse } = useFilling<Secrets>(noDraft, () => ({}), ['pin', 'code']);
  const [busy, setBusy] = useState(false);

  const refused = async (title: 'session.code.failed' | 'account.delete.failed', error: unknown) => {
    await refuse(error, FIELD_OF, () => alertRefusal(title, error));
    void queryClient.invalidateQueries({ queryKey: stateQuery.queryKey });
  };

  const sendCode = async () => {
    if (fail(input.pin === '' ? { pin: 'err_required' } : isValidPin(input.pin) ? {} : { pin: 'err_pin_rule' }))
      return false;
    try {
      await request(codeRequest, { body: { member_security_pin: input.pin } });
      return true;
    } catch (error) {
      await refused('session.code.failed', error);
      return codeWait(error);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || fail(secretFaults(input))) return;
    setBusy(true);
    try {
      await request(deleteAccount, { body: { verify_code: input.code, member_security_pin: input.pin } });
    } catch (error) {
      setBusy(false);
      return refused('account.delete.failed', error);
    }
    endSession('left');
    await showAlert({ mode: 1, title: t('account.delete.done'), message: t('account.delete.doneMessage') });
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <ConfirmCard
        use={{ input, errors, busy, type: change, sendCode }}
        purpose="deletion"
        email={member.member_email}
        className="stack-5"
        hint={t('session.code.hint')}
      />
      <Button type="submit" full variant="danger" sends busy={busy} reason={reason}>
        {t('account.delete.confirm')}
      </Button>
    </form>
  );
}
