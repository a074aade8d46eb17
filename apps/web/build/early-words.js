{
  // Runs right after the shell: the words of the first screen in the member's language, before any other file has arrived.
  const { language, shell } = document.documentElement.dataset;
  const path = location.pathname;
  const visitor = shell === 'visitor';
  const words = __WORDS__[language][visitor ? '/login' : path];
  const place = (id) => document.getElementById('shell-' + id);
  const write = (id, text) => (place(id).textContent = text);
  if (visitor) {
    if (!/^\/(welcome|signup|forgotPassword|resetPassword|freezeAccount|redirect|maintenance|check|legal)/.test(path)) {
      write('title', words[0]);
      write('lead', words[1]);
      write('what', words[2]);
    }
  } else if (words) {
    write('name', words[0]);
    place('actions')
      .querySelectorAll('p')
      .forEach((action, i) => {
        if (words[i + 1]) action.lastChild.textContent = words[i + 1];
        else action.remove();
      });
  } else place('actions').remove();
  const pictures = place('pair').querySelectorAll('img');
  // The app draws the same pictures: they are here already.
  if (!visitor && path === '/') window.minerxEarly.pictures = [pictures[0].src, pictures[1].src];
  else pictures.forEach((picture) => picture.remove());
  if (!visitor && path === '/asset') {
    write('head', words[6]);
    write('list', words[7]);
    place('market').remove();
    const wallets = place('pair');
    wallets.parentNode.classList.add('shell-wallets');
    wallets.dataset.called = words[8];
    while (wallets.children.length < 6) wallets.append(wallets.lastChild.cloneNode());
  } else place('list').remove();
  document.querySelector('.shell-' + shell).classList.add('written');
}
