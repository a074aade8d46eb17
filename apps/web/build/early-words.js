(function (root) {
  // Runs right after the shell: the words of the sign-in screen in the member's language, before any other file has arrived.
  var words = __WORDS__[root.dataset.language];
  if (location.pathname === '/login' || !root.dataset.shell || (root.dataset.shell === 'visitor' && location.pathname === '/')) {
    document.getElementById('shell-title').textContent = words[0];
    document.getElementById('shell-lead').textContent = words[1];
  }
})(document.documentElement);
