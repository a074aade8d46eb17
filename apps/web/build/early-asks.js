{
  // Runs right after the shell, in one piece with its words (early-words.js): what a slow phone starts beside the scripts.
  const root = document.documentElement;
  const path = location.pathname;
  const { language, shell, screen } = root.dataset;
  let marker;
  try {
    marker = localStorage.getItem('minerx:session');
  } catch {}

  // To ask for a file takes a slow phone as long as to draw the shell: what the first paint can do without waits for it, each in a piece of its own.
  const afterPaint = (work) => (document.hidden ? work() : requestAnimationFrame(() => setTimeout(() => work())));

  // What every start asks for travels beside the scripts; the app takes these answers instead of asking again.
  const early = { answers: {} };
  const quietly = (answer) => {
    answer.catch(() => {});
    return answer;
  };
  const ask = (name, headers, init) =>
    fetch('/api/' + name, {
      headers: { Accept: 'application/json', 'X-Session-Transport': 'cookie', ...headers },
      credentials: 'same-origin',
      cache: 'no-store',
      ...init,
    });
  const keep = (name, answer) => (early.answers[name] = quietly(answer));
  // What the first screen draws is asked for as soon as the session is renewed.
  const drawn = __FIRST__;
  const renew = () => {
    const json = { 'Content-Type': 'application/json' };
    const renewed = keep('member/refresh', ask('member/refresh', json, { method: 'POST', body: '{}' }));
    const token = renewed.then((answer) => answer.clone().json()).then(({ result }) => result.accessToken);
    for (const name of drawn[path] || [])
      keep(
        name,
        token.then((held) => ask(name, { Authorization: 'Bearer ' + held })),
      );
    quietly(token);
  };
  const texts = __FILES__[language];
  if (texts) {
    afterPaint(() => (early.texts = { code: language, answer: quietly(fetch(texts)) }));
    // The page brought all of it along: nothing of this waits, and no file waits for it.
    const brought = document.getElementById('__ANSWERS__');
    const { of, answers } = brought ? JSON.parse(brought.textContent) : {};
    // Nothing of a member stays in a page that may outlive the session.
    if (brought) brought.remove();
    if (brought && of === marker) {
      early.of = of;
      early.brought = answers;
      // Who has no miner yet finds the way to one above the miners: its place is kept from the first frame on.
      if (answers['member/profile']?.result.member.member_has_mined === false) root.dataset.newcomer = '';
      for (const name of Object.keys(answers)) keep(name, Promise.resolve(new Response(JSON.stringify(answers[name]))));
    } else if (path !== '/redirect') {
      if (marker) renew();
      // Kept at once: an app that is quicker than the paint waits for it, and asks nothing itself.
      if (path !== '/maintenance')
        keep(
          'system/maintenance',
          new Promise(afterPaint).then(() => ask('system/maintenance')),
        );
    }
  }

  // A screen's own files, each asked for in a piece of its own: at the start those of the address, later those of where the member goes.
  const screens = __SCREENS__;
  const asked = {};
  early.screen = (name) => {
    const files = screens[name] || [];
    if (!asked[name])
      for (const href of files)
        setTimeout(() =>
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href })),
        );
    asked[name] = true;
    return files;
  };
  afterPaint(() => early.screen(screens[screen] ? screen : screen.replace(/[^/]+$/, '$id')));
  // The first number of a language takes a browser long to write: it learns while the line is slow. What sorting needs is half of
  // that; then numbers, then dates: in pieces, so that a touch is heard between them.
  if (shell === 'member')
    for (const learn of [
      () => Intl.Collator.supportedLocalesOf(root.lang),
      () => (1).toLocaleString(root.lang),
      () => new Date().toLocaleString(root.lang),
    ])
      afterPaint(learn);
  window.minerxEarly = early;
}
