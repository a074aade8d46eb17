const openDialogs: (() => void)[] = [];

/** Puts a dialog on top until the returned function is called. */
export function dialogOpened(close: () => void): () => void {
  openDialogs.push(close);
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
  };
}

/**
 * How to close the dialog on top, if there is one. The router asks when the member goes back,
 * so that back closes a sheet without any entry in the browser's history.
 */
export const topDialog = (): (() => void) | undefined => openDialogs.at(-1);
