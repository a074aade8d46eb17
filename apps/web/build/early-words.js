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
      write('title', words.title);
      write('lead', words.lead);
      write('what', words.what);
    }
  } else if (words) {
    write('name', words.name);
    place('actions')
      .querySelectorAll('p')
      .forEach((action, i) => {
        if (words.actions[i]) action.lastChild.textContent = words.actions[i];
        else action.remove();
      });
  } else place('actions').remove();
  const pair = place('pair');
  const cards = [...pair.children];
  if (!visitor && path === '/') {
    // The app draws the same pictures: they are here already.
    window.minerxEarly.pictures = cards.map((card) => card.firstChild.src);
    cards.forEach((card, i) => (card.querySelector('p').textContent = words.boosters[i]));
  } else cards.forEach((card) => card.replaceChildren());
  if (!visitor && path === '/asset') {
    write('head', words.title);
    write('list', words.list);
    place('market').remove();
    pair.parentNode.classList.add('shell-wallets');
    pair.dataset.called = words.called;
    while (pair.children.length < 6) pair.append(pair.lastChild.cloneNode());
  } else place('list').remove();
  document.querySelector('.shell-' + shell).classList.add('written');
}
