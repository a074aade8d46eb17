import { createContext, use, type ComponentType, type MouseEvent, type ReactNode } from 'react';

/** Words that the parts themselves need. The app hands them over in the member's language. */
export interface UiTexts {
  close: string;
  back: string;
  retry: string;
  confirm: string;
  tryAgain: string;
  loading: string;
  show: string;
  hide: string;
  showPassword: string;
  hidePassword: string;
  showDigits: string;
  hideDigits: string;
  increase: string;
  decrease: string;
  copy: string;
  copied: string;
  copyFailed: string;
  showTable: string;
  hideTable: string;
  noRecord: string;
  loadFailed: string;
  /** What to do about it, where nobody knows better. */
  loadFailedNext: string;
  loadMoreFailed: string;
  endOfList: string;
  oldValues: string;
  hiddenAmount: string;
  live: string;
  delayed: (age: string) => string;
  simulated: string;
  provisional: string;
  contractFigure: string;
  met: string;
  notMet: string;
  mainNavigation: string;
  messages: string;
  max: string;
  /** Why something cannot be sent now. */
  offline: string;
  /** In place of what could not be loaded without a network: it comes by itself. */
  offlineLoad: string;
}

export interface LinkProps {
  to: string;
  className?: string | undefined;
  children: ReactNode;
  'aria-current'?: 'page' | undefined;
  'aria-label'?: string | undefined;
  onClick?: ((event: MouseEvent) => void) | undefined;
}

/** How a dollar is written: bare where nobody thinks of another one. */
export type Dollar = '$' | 'US$';

export interface UiSettings {
  /** BCP 47 tag for numbers and dates. */
  locale: string;
  dollar: Dollar;
  /** True while the member hides amounts: every Money shows eight asterisks. */
  hideAmounts: boolean;
  /** False while the device says that it has no network. */
  online: boolean;
  /** A sheet has just come, or asks something new: a press was meant for what stood there before. */
  blind?: boolean;
  /** Everything comes from simulated sources, and one line says so for all: no badge repeats it. */
  allSimulated: boolean;
  texts: UiTexts;
  /** In-app link of the router in use. */
  Link: ComponentType<LinkProps>;
}

/** Where everything has crashed there is no provider left: the parts then stand without words of their own. */
const UiContext = createContext<UiSettings>({
  locale: 'en',
  dollar: '$',
  hideAmounts: false,
  online: true,
  allSimulated: false,
  texts: {} as UiTexts,
  Link: ({ to, ...rest }) => <a href={to} {...rest} />,
});

export function UiProvider({ value, children }: { value: UiSettings; children: ReactNode }) {
  return <UiContext value={value}>{children}</UiContext>;
}

/** The language, link and privacy settings that the parts are drawn with. */
export const useUi = (): UiSettings => use(UiContext);
