import type { memberFreezeOwn } from '@minerx/contract/member';
import { Button } from '@minerx/ui/button';
import { useId, useState } from 'react';
import { callOf, request } from '../../../base/api.ts';
import type { Action } from '../../../base/asking/use-action.ts';
import { brand } from '../../../base/brand/brand.ts';
import { ActionModal } from '../../../base/parts/action-modal.tsx';
import { endSession } from '../../../base/session.ts';
import { useTexts } from '../../../i18n/texts.ts';

const freezeOwn = callOf<typeof memberFreezeOwn>('POST', 'member/freeze/own', 'member');

/** Freezes the account of whoever is signed in, once they have read what it means. */
export function FreezeButton() {
  const { t } = useTexts();
  const hint = useId();
  const [asked, setAsked] = useState(false);
  const act: Action = {
    send: () => request(freezeOwn, {}),
    // The server has ended every session, this one included.
    onDone: () => endSession('left'),
    done: {
      title: t('session.freeze.done'),
      message: t('session.freeze.doneMessage', { support: brand.supportEmail }),
    },
    failed: (why) => ({ title: t('session.freeze.failed'), message: why }),
    unanswered: 'account.freeze.unanswered',
    renews: [],
  };
  return (
    <div className="stack-2">
      <Button variant="secondary" full aria-describedby={hint} onClick={() => setAsked(true)}>
        {t('session.freeze.button')}
      </Button>
      <p id={hint} className="soft">
        {t('account.freeze.hint')}
      </p>
      <ActionModal
        open={asked}
        onClose={() => setAsked(false)}
        title={t('session.freeze.button')}
        danger
        action={t('session.freeze.button')}
        keep={t('common.cancel')}
        act={act}
      >
        <p>{t('session.freeze.lead')}</p>
      </ActionModal>
    </div>
  );
}
