{
  // Runs before anything is painted: the language, the theme, and which shell fits.
  const root = document.documentElement;
  const cookie = __COOKIE__;
  const tags = __TAGS__;
  const path = location.pathname;

  const chosen = () => {
    const stored = (document.cookie.match('(?:^|; )' + cookie.name + '=([^;]*)') || [])[1];
    return Object.keys(cookie.values).find((code) => cookie.values[code] === stored);
  };
  const spoken = (wanted) => {
    const tag = wanted.toLowerCase();
    if (/^zh.*(hant|tw|hk|mo)/.test(tag)) return 'ch';
    return Object.keys(tags).find((code) => tags[code].toLowerCase().split('-')[0] === tag.split('-')[0]);
  };
  const code = chosen() || (navigator.languages || [navigator.language]).map(spoken).find(Boolean) || 'en';
  root.lang = tags[code];
  root.dataset.language = code;

  let theme, marker;
  try {
    theme = localStorage.getItem('minerx:theme');
    marker = localStorage.getItem('minerx:session');
  } catch {}
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  const visiting =
    /^\/(login|signup|forgotPassword|resetPassword|freezeAccount|welcome|redirect|maintenance|check|legal)/.test(path);
  root.dataset.shell = !marker || visiting ? 'visitor' : 'member';
  // A member goes where the address says, a visitor to sign-in.
  root.dataset.screen = marker || visiting ? path : '/login';
}
