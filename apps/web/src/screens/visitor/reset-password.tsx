import { buttonClass } from '@minerx/ui/button';
import { Skeleton } from '@minerx/ui/skeleton';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Loaded } from '../../base/query.tsx';
import { Intro } from '../../features/session/intro.tsx';
import { ResetForm } from '../../features/session/reset-form.tsx';
import { useLinkIsOver } from '../../features/session/reset-link.api.ts';
import { useTexts } from '../../i18n/texts.ts';
import letter from '../../base/art/empty-letter.svg';

const route = getRouteApi('/_public/_form/resetPassword/$id');

/** Nobody fills in a form for a link that is used up: it is looked at first. */
export function ResetPasswordScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const link = useLinkIsOver(id);
  return (
    <>
      <Intro
        title={t('session.reset')}
        lead={t(link.data === true ? 'err_link_invalid' : 'session.reset.lead')}
        beside={letter}
      />
      <Loaded query={link} skeleton={<Skeleton height="28rem" />}>
        {(isOver) =>
          isOver ? (
            <Link to="/forgotPassword" className={buttonClass({ full: true })}>
              {t('session.forgot.again')}
            </Link>
          ) : (
            <ResetForm id={id} onDone={() => void navigate({ to: '/login', replace: true })} />
          )
        }
      </Loaded>
    </>
  );
}
