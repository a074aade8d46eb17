import { UiProvider, type LinkProps, type UiSettings, type UiTexts } from '@minerx/ui/ui-context';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const texts: UiTexts = {
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  confirm: 'Confirm',
  tryAgain: 'Try again',
  loading: 'Loading',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  showDigits: 'Show digits',
  hideDigits: 'Hide digits',
  increase: 'More',
  decrease: 'Less',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied',
  showTable: 'Show table',
  hideTable: 'Hide table',
  noRecord: 'Nothing here',
  loadFailed: 'Could not be loaded',
  loadFailedNext: 'The server did not answer.',
  loadMoreFailed: 'More could not be loaded',
  endOfList: 'End of the list',
  oldValues: 'Old values',
  hiddenAmount: 'Hidden',
  live: 'Live',
  delayed: (age) => `Delayed by ${age}`,
  simulated: 'Simulated',
  provisional: 'Provisional',
  contractFigure: 'Contract figure',
  met: 'met',
  notMet: 'not met',
  mainNavigation: 'Main',
  messages: 'Messages',
  max: 'Max',
  offline: 'There is no network.',
  offlineLoad: 'There is no network.',
};

const settings: UiSettings = {
  locale: 'en',
  dollar: '$',
  hideAmounts: false,
  online: true,
  allSimulated: false,
  texts,
  Link: (props: LinkProps) => <Link {...props} />,
};

export function ConsoleUi({ children }: { children: ReactNode }) {
  return <UiProvider value={settings}>{children}</UiProvider>;
}
