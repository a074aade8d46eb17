{
  // Runs right after the shell: the words of the sign-in or home screen in the member's language, before any other file has arrived.
  const { language, shell } = document.documentElement.dataset;
  const words = __WORDS__[language];
  const visitor = shell === 'visitor';
  const place = (id) => document.getElementById('shell-' + id);
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
  const pictures = place('pair').querySelectorAll('img');
  if (!visitor && location.pathname === '/') {
    // The app draws the same ones: they are here already.
    window.minerxEarly.pictures = [pictures[0].src, pictures[1].src];
    place('actions')
      .querySelectorAll('span')
      .forEach((element, i) => {
        element.textContent = words[i + 3];
      });
  } else {
    place('actions').remove();
    pictures.forEach((picture) => picture.remove());
  }
}
