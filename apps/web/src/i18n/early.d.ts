/** What the early script of index.html has already asked for; each answer is taken once. */
interface Window {
  minerxEarly?: {
    texts?: { code: import('./languages.ts').LanguageCode; answer: Promise<Response> };
    /** By path below /api/. */
    answers: Record<string, Promise<Response>>;
  };
}
