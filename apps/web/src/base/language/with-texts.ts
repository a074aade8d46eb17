import type { TextGroup } from './further-texts.ts';

/** A file whose texts travel beside it and not with every start. */
export const withTexts =
  <T>(group: TextGroup, load: () => Promise<T>) =>
  async (): Promise<T> => {
    const texts = import('./further-texts.ts').then(({ loadFurtherTexts }) => loadFurtherTexts(group));
    const [loaded] = await Promise.all([load(), texts]);
    return loaded;
  };
