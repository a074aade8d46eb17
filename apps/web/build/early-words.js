(function (root) {
  // Runs right after the shell: the words of the sign-in or home screen in the member's language, before any other file has arrived.
  var words = __WORDS__[root.dataset.language];
  var visitor = root.dataset.shell === 'visitor';
  var place = function (id) {
    return document.getElementById('shell-' + id);
  };
  if (
    visitor &&
    !/^\/(welcome|signup|forgotPassword|resetPassword|freezeAccount|redirect|maintenance|check|legal)/.test(
      location.pathname,
    )
  ) {
    place('title').textContent = words[0];
    place('lead').textContent = words[1];
    place('what').textContent = words[2];
  }
  var pictures = place('pair').querySelectorAll('img');
  if (!visitor && location.pathname === '/') {
    // The app draws the same ones: they are here already.
    window.minerxEarly.pictures = [pictures[0].src, pictures[1].src];
    place('actions')
      .querySelectorAll('span')
      .forEach(function (element, i) {
        element.textContent = words[i + 3];
      });
  } else {
    place('actions').remove();
    pictures.forEach(function (picture) {
      picture.remove();
    });
  }
})(document.documentElement);
