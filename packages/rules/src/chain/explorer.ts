/** Where the hash of a transaction goes in an explorer's address. */
const PLACE = '{hash}';
const LONGEST = 200;

/** A host by its name, and a path that nothing has to be escaped in. */
const SHAPE = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?\/[\w{}./#?&=~+%-]*$/;

/** Whether a text is an explorer's https address with one place for a transaction's hash. */
export const isExplorer = (template: string): boolean =>
  template.length <= LONGEST && SHAPE.test(template) && template.split(PLACE).length === 2;

/** Where a transaction can be looked up; null where no explorer is named, or there is no transaction yet. */
export const explorerUrl = (template: string | null, hash: string | null): string | null =>
  template === null || hash === null ? null : template.split(PLACE).join(encodeURIComponent(hash));
