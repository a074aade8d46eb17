import { Link } from '@tanstack/react-router';
import { UiProvider, type LinkProps, type UiTexts } from '@minerx/ui/ui-context';
import { useMemo, type ReactNode } from 'react';
import { parseSearch } from './search.ts';
import { useTexts, type Translate } from '../i18n/texts.ts';
import { useHideAmounts } from '../base/storage/preferences.ts';
import { useOnline } from './offline-banner.tsx';

function AppLink({ to, ...rest }: LinkProps) {
  // The parts know paths as text; the route table checks the typed links of the screens.
  const [path, query] = to.split('?');
  return <Link to={path as '/'} {...(query && { search: parseSearch(`?${query}`) })} {...rest} />;
}

const uiTexts = (t: Translate): UiTexts => ({
  close: t('common.close'),
  back: t('common.back'),
  retry: t('common.retry'),
  confirm: t('common.confirm'),
  tryAgain: t('common.tryAgain'),
  loading: t('common.loading'),
  show: t('common.show'),
  hide: t('common.hide'),
  showPassword: t('common.showPassword'),
  hidePassword: t('common.hidePassword'),
  showDigits: t('common.showDigits'),
  hideDigits: t('common.hideDigits'),
  increase: t('common.increase'),
  decrease: t('common.decrease'),
  copy: t('common.copy'),
  copied: t('common.copied'),
  copyFailed: t('common.copyFailed'),
  showTable: t('common.showTable'),
  hideTable: t('common.hideTable'),
  noRecord: t('common.noRecord'),
  loadFailed: t('common.loadFailed'),
  loadFailedNext: t('common.loadFailedNext'),
  loadMoreFailed: t('common.loadMoreFailed'),
  endOfList: t('common.endOfList'),
  oldValues: t('common.oldValues'),
  hiddenAmount: t('common.hiddenAmount'),
  live: t('common.live'),
  delayed: (age) => t('common.delayed', { age }),
  simulated: t('common.simulated'),
  provisional: t('common.provisional'),
  contractFigure: t('common.contractFigure'),
  met: t('common.met'),
  notMet: t('common.notMet'),
  mainNavigation: t('common.nav.main'),
  messages: t('common.messages'),
  max: t('common.max'),
  offline: t('common.offlineReason'),
  offlineLoad: t('common.offlineLoad'),
});

/** Language, privacy and links for everything below. Server state comes with the member area: sign-in does without it. */
export function Providers({ children }: { children: ReactNode }) {
  const { t, tag, dollar } = useTexts();
  const hideAmounts = useHideAmounts();
  const online = useOnline();
  const ui = useMemo(
    () => ({ locale: tag, dollar, hideAmounts, online, allSimulated: false, texts: uiTexts(t), Link: AppLink }),
    [tag, dollar, hideAmounts, online, t],
  );
  return <UiProvider value={ui}>{children}</UiProvider>;
}
