/** Resolves when the device has a network, at once when it has one. */
const online = (): Promise<unknown> =>
  navigator.onLine ? Promise.resolve() : new Promise((resolve) => addEventListener('online', resolve, { once: true }));

/**
 * A screen's file that cannot be fetched without a network has not failed yet: the screen before stays until there is one.
 * The failure is told then, and the router starts anew at the wanted screen; at once, it would start into nothing.
 */
export const failOnceOnline = <T>(file: Promise<T>): Promise<T> =>
  file.catch(async (error: unknown) => {
    await online();
    throw error;
  });

/** The same for a part of a screen: its place waits for the network, and then for its file. */
export const loadOnceOnline = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await online();
    return load();
  });
