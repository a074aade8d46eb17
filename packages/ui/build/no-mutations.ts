/**
 * In place of query-core's cache of mutations: what is sent once goes through `contract/wire/intent.ts`, which no reload forgets, so that
 * nobody uses it, and it would be 1.3 kB of every start.
 */
export class MutationCache {
  findAll(): never[] {
    return [];
  }
  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }
  clear(): void {
    // There is none.
  }
}
