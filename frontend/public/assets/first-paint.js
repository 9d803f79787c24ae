// Runs before the first paint. It is a file of its own because the content security policy allows no inline script.
(function () {
  // What the application asks first on a page of a signed-in user; src/boot/early-answers.test.tsx holds the two together.
  var ASKED_EVERYWHERE = ['/api/users/me/', '/api/notices/'];
  var ASKED_AT = {
    '/': ['/api/venues/?page=1', '/api/venues/featured/'],
    '/reservations': ['/api/reservations/', '/api/reservations/counts/'],
  };

  var root = document.documentElement;
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked: the system's choice stands, and nobody is signed in.
      return null;
    }
  }

  // A saved theme never flashes the other one. src/lib/theme.ts owns every change after this.
  var choice = read('theme');
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';

  // Which page will stand here, for src/styles/first-paint.css: the guards of src/routes, as far as a first guess needs them.
  var path = location.pathname;
  var first = 'page';
  if (path === '/terms' || path === '/privacy') first = 'bare';
  else if (/^\/(reset-password|confirm-email|revert-email)$/.test(path)) first = 'auth';
  else if (read('token') === null) first = path === '/signup' ? 'signup' : 'auth';
  root.dataset.first = first;

  if (first === 'page') {
    // The style sheets of this page, which the server names without effect for whoever has no session.
    document.querySelectorAll('link[data-rel]').forEach(function (link) {
      link.rel = link.dataset.rel;
    });
    askEarly();
  }

  // The answers come along with the code, which takes them over (src/api/early-answers.ts), not after it.
  function askEarly() {
    var token;
    try {
      token = JSON.parse(read('token')).access_token;
    } catch {
      return;
    }
    if (typeof token !== 'string') return;
    // With a filter, a tab or a page in its address a list is another one.
    var here = location.search === '' ? (ASKED_AT[path] ?? []) : [];
    var answers = new Map();
    for (const url of ASKED_EVERYWHERE.concat(here)) {
      const asked = fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      // Without an answer the code asks itself, and says what is wrong.
      answers.set(
        url,
        asked.catch(() => undefined),
      );
    }
    window.earlyAnswers = { token, answers };
  }
})();
