/** What the early script of index.html has already asked for; each answer is taken once. */
interface Window {
  minerxEarly?: {
    texts?: { code: import('@minerx/rules/wire-language').WireLanguage; answer: Promise<Response> };
    /** By path below /api/. */
    answers: Record<string, Promise<Response>>;
    /** Those that came with the page, for whoever draws before the app: taken once. */
    brought?: Record<string, { result?: unknown }>;
    /** The member whose session the server knew when it made this page. */
    of?: string;
    /** Pictures of both boosters, as the shell of the home screen holds them. */
    pictures?: readonly [string, string];
    /** Starts the download of every file of the screen at a path of the route table, once; its own file is the last of them. */
    screen: (path: string) => readonly string[];
  };
}
