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
  var visiting =
    /^\/(login|signup|forgotPassword|resetPassword|freezeAccount|welcome|redirect|maintenance|check|legal)/.test(path);
  root.dataset.shell = !marker || visiting ? 'visitor' : 'member';
  // What every start asks for travels beside the scripts; the app takes these answers instead of asking again.
  var early = { answers: {} };
  var ask = function (name, headers, init) {
    var all = Object.assign({ Accept: 'application/json', 'X-Session-Transport': 'cookie' }, headers);
    return fetch('/api/' + name, Object.assign({ headers: all, credentials: 'same-origin', cache: 'no-store' }, init));
  };
  var keep = function (name, answer) {
    early.answers[name] = answer;
    answer.catch(function () {});
    return answer;
  };
  // What the first screen draws is asked for as soon as the session is renewed.
  var drawn = {
    '/': ['member/profile', 'wallet/all', 'package/all', 'package/all2'],
    '/asset': ['member/profile', 'wallet/all'],
    '/profile': ['member/profile'],
    '/profile/withdrawalDetails': ['member/profile'],
  };
  if (files[code]) {
    early.texts = { code: code, answer: fetch(files[code]) };
    early.texts.answer.catch(function () {});
    if (path !== '/redirect' && path !== '/maintenance') keep('system/maintenance', ask('system/maintenance'));
    if (marker && path !== '/redirect') {
      var json = { 'Content-Type': 'application/json' };
      var renewed = keep('member/refresh', ask('member/refresh', json, { method: 'POST', body: '{}' })).then(
        function (answer) {
          return answer.clone().json();
        },
      );
      (drawn[path] || []).forEach(function (name) {
        var askWith = function (body) {
          return ask(name, { Authorization: 'Bearer ' + body.result.accessToken });
        };
        keep(name, renewed.then(askWith));
      });
    }
  }
  // The first number of a language takes a browser long to write: it learns while the line is slow, after the first paint.
  if (root.dataset.shell === 'member')
    requestAnimationFrame(function () {
      setTimeout(function () {
        (1).toLocaleString(tags[code]);
      });
    });
  // A screen's own files, all at once: at the start those of the address, later those of where the member goes.
  var screens = __SCREENS__;
  early.screen = function (path) {
    (screens[path] || []).forEach(function (file) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = file;
      document.head.append(link);
    });
    delete screens[path];
  };
  // A member goes where the address says, a visitor to sign-in.
  var first = root.dataset.shell === 'visitor' && !visiting ? '/login' : path;
  early.screen(screens[first] ? first : first.replace(/[^/]+$/, '$id'));
  window.minerxEarly = early;
})(document.documentElement);
