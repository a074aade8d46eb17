import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FreezeForm } from '../../features/session/freeze-form.tsx';
import { Intro } from '../../features/session/intro.tsx';
import { useTexts } from '../../i18n/texts.ts';
import shield from '../../base/art/empty-shield.svg';

const route = getRouteApi('/_public/_form/freezeAccount/$id');

export function FreezeAccountScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id } = route.useParams();
  return (
    <>
      <Intro title={t('common.title.freezeAccount')} lead={t('session.freeze.lead')} art={shield} />
      <FreezeForm
        id={id}
        onDone={() => void navigate({ to: '/login', replace: true })}
        onReset={() => void navigate({ to: '/forgotPassword' })}
      />
    </>
  );
}
