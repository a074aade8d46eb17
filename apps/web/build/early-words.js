{
  // Runs right after the shell: the words of the first screen in the member's language, before any other file has arrived.
  const { dataset } = document.documentElement;
  const { language, shell, screen } = dataset;
  const spoken = __WORDS__[language];
  const words = spoken[screen];
  const place = (id) => document.getElementById('shell-' + id);
  const write = (id, text) => (place(id).textContent = text);
  const block = (className) => Object.assign(document.createElement('i'), { className });
  if (shell === 'visitor') {
    if (words) for (const name in words) write(name, words[name]);
    const title = place('title');
    const frame = title.parentNode;
    const head = frame.firstChild;
    if (screen === '/welcome') {
      const ways = block('shell-ways');
      ways.append(block('shell-button'), block('shell-button'));
      frame.replaceChildren(head, block('shell-art'), title, place('lead'), ways);
      frame.classList.add('shell-welcome');
    } else if (/^\/(check|legal)/.test(screen)) {
      // A title and its text.
      title.append(block('shell-line'));
      frame.replaceChildren(head, title, ...[1, 2, 3, 4, 5, 6, 7, 8].map(() => block('shell-line')));
    }
  } else {
    const head = place('head');
    const frame = head.parentNode;
    if (screen !== '/') {
      // The place of a title that is not known here, or what the bar leads to.
      head.replaceChildren((words ? words.title : spoken.titles[__TITLED__.indexOf(screen)]) || block(''));
      frame.classList.add('shell-titled');
      // What has no place in the bar has its way back at once, as where its file cannot be had (app/frame/later-screen.tsx).
      const [, first, further] = screen.split('/');
      const back = { className: 'shell-back', href: '/' + (further ? first : ''), tabIndex: -1 };
      if (further || !words) head.prepend(Object.assign(document.createElement('a'), back));
    }
    const pair = place('pair');
    const cards = [...pair.children];
    if (words && words.name) {
      write('name', words.name);
      place('actions')
        .querySelectorAll('p')
        .forEach((action, i) => {
          if (words.actions[i]) action.lastChild.textContent = words.actions[i];
          else action.remove();
        });
    } else frame.replaceChildren(head, ...[0, 1, 2].map(() => block('shell-card shell-any')));
    if (screen === '/') {
      // The app draws the same pictures: they are here already. Elsewhere to read them would hold up the first paint.
      window.minerxEarly.pictures = __PICTURES__;
      cards.forEach((card, i) => {
        card.firstChild.src = window.minerxEarly.pictures[i];
        card.querySelector('p').textContent = words.boosters[i];
      });
      place('list').remove();
    }
    if (screen === '/asset') {
      cards.forEach((card) => card.replaceChildren());
      write('list', words.list);
      place('market').remove();
      frame.classList.add('shell-wallets');
      pair.dataset.called = words.called;
      while (pair.children.length < 6) pair.append(pair.lastChild.cloneNode());
    }
  }
  document.querySelector('.shell-' + shell).classList.add('written');
  delete dataset.screen;
}
