import { keptInTab } from '@minerx/contract/kept-in-tab';

const PREFIX = 'console:';

/** What this tab keeps through reloads: what was asked for and not answered, without any second factor. */
export const tabStorage = keptInTab(PREFIX);

/** Nothing of it is left for whoever sits down here next. */
export function forgetTab(): void {
  tabStorage.forget();
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
