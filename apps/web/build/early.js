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
  root.dataset.shell = /^\/(login|signup|forgotPassword|resetPassword|welcome)/.test(location.pathname) || !marker ? 'visitor' : 'member';
  // The texts travel beside the scripts; the app picks this promise up.
  if (files[code]) window.minerxTexts = { code: code, answer: fetch(files[code]) };
})(document.documentElement);
