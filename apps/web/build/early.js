(function (root) {
  // Runs before anything is painted: the language, the theme, and which shell fits.
  var cookie = __COOKIE__;
  var tags = __TAGS__;
  var files = __FILES__;
  var stored = (document.cookie.match('(?:^|; )' + cookie.name + '=([^;]*)') || [])[1];
  var code;
  for (var key in cookie.values) if (cookie.values[key] === stored) code = key;
  if (!code) {
    var wanted = navigator.languages || [navigator.language];
    for (var i = 0; i < wanted.length && !code; i++) {
      var tag = wanted[i].toLowerCase();
      if (/^zh.*(hant|tw|hk|mo)/.test(tag)) code = 'ch';
      else for (key in tags) if (!code && tags[key].toLowerCase().split('-')[0] === tag.split('-')[0]) code = key;
    }
  }
  code = code || 'en';
  root.lang = tags[code];
  root.dataset.language = code;
  var theme, marker;
  try {
    theme = localStorage.getItem('minerx:theme');
    marker = localStorage.getItem('minerx:session');
  } catch (e) {}
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  var path = location.pathname;
  var visiting = /^\/(login|signup|forgotPassword|resetPassword|welcome|redirect|maintenance)/.test(path);
  root.dataset.shell = !marker || visiting ? 'visitor' : 'member';
  // What every start asks for travels beside the scripts; the app takes these answers instead of asking again.
  var early = { answers: {} };
  var headers = { Accept: 'application/json', 'X-Session-Transport': 'cookie' };
  var ask = function (name, init) {
    early.answers[name] = fetch('/api/' + name, Object.assign({ headers: headers, credentials: 'same-origin', cache: 'no-store' }, init));
    early.answers[name].catch(function () {});
  };
  if (files[code]) {
    early.texts = { code: code, answer: fetch(files[code]) };
    early.texts.answer.catch(function () {});
    if (path !== '/redirect' && path !== '/maintenance') ask('system/maintenance', {});
    if (marker && path !== '/redirect') {
      headers = Object.assign({ 'Content-Type': 'application/json' }, headers);
      ask('member/refresh', { method: 'POST', body: '{}' });
    }
  }
  // The screen's own files: a member goes where the address says, a visitor to sign-in.
  var screens = __SCREENS__;
  var screen = screens[root.dataset.shell === 'visitor' && !visiting ? '/login' : path] || [];
  for (i = 0; i < screen.length; i++) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = screen[i];
    document.head.append(link);
  }
  window.minerxEarly = early;
})(document.documentElement);
