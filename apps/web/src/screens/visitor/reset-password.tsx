import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Intro } from '../../features/auth/intro.tsx';
import { ResetForm } from '../../features/auth/reset-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_public/_form/resetPassword/$id');

export function ResetPasswordScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id } = route.useParams();
  return (
    <>
      <Intro title={t('auth.reset')} lead={t('auth.reset.lead')} />
      <ResetForm id={id} onDone={() => void navigate({ to: '/login', replace: true })} />
    </>
  );
}
