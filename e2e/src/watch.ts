import type { Page } from '@playwright/test';

/** What a browser complains about while somebody uses the app. A journey must end without any. */
export class Watch {
  readonly #complaints: string[] = [];
  readonly #uncaught: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Trouble that the journey makes on purpose, such as a lost network: it may be logged, but nothing may leave it uncaught. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Listens to a page: its console, its errors, its requests, its content policy. */
  follow(page: Page): void {
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.#note(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => void this.#uncaught.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // The app itself gives up requests whose screen is left; that is no failure.
      if (why !== 'net::ERR_ABORTED') this.#note(`request failed: ${why} ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) this.#note(`${response.status()} of ${response.url()}`);
    });
  }

  /** Everything unexpected so far. */
  complaints(): string[] {
    const unexpected = this.#complaints.filter(
      (complaint) => !this.#expected.some((pattern) => pattern.test(complaint)),
    );
    return [...this.#uncaught, ...unexpected];
  }

  #note(complaint: string): void {
    // Chromium logs every answer of 4xx; a refusal is an answer like any other.
    if (/the server responded with a status of 4\d\d/.test(complaint)) return;
    // Journeys run without the service worker, but for the one about it.
    if (complaint.includes('Service Worker registration blocked by Playwright')) return;
    this.#complaints.push(complaint);
  }
}
