const openDialogs: (() => void)[] = [];

/** Puts a dialog on top until the returned function is called. */
export function dialogOpened(close: () => void): () => void {
  openDialogs.push(close);
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
  };
}

/**
 * Closes the dialog on top, if there is one. The router calls it when the member goes back,
 * so that back closes a sheet without any entry in the browser's history.
 * @returns true when a dialog was there
 */
export function closeTopDialog(): boolean {
  const close = openDialogs.at(-1);
  close?.();
  return close !== undefined;
}
