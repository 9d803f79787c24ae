// Runs before the first paint. A file of its own, because the content security policy allows no inline script.
(function () {
  // The first calls of a signed-in user's page; src/boot/early-answers.test.tsx compares them with the application's.
  var CALLS_EVERYWHERE = ['/api/users/me/', '/api/notices/'];
  var CALLS_AT = {
    '/': ['/api/venues/?page=1', '/api/venues/featured/'],
    '/reservations': ['/api/reservations/?tables_first=true', '/api/reservations/counts/'],
  };

  var root = document.documentElement;
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked: then the system's theme applies, and nobody is signed in.
      return null;
    }
  }

  // A saved theme applies before the first paint. src/lib/theme.ts owns every later change.
  var choice = read('theme');
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';

  // Which page will be shown, for src/styles/first-paint.css: the guards of src/routes, as far as a first guess
  // needs.
  var path = location.pathname;
  var first = 'page';
  if (/^\/(terms|privacy|shared-table)\/?$/.test(path)) first = 'bare';
  else if (/^\/(reset-password|confirm-email|revert-email)$/.test(path)) first = 'auth';
  else if (read('token') === null) {
    // A visitor's page has the header of the bare pages.
    if (isPublic(path)) first = 'bare';
    else first = path === '/signup' ? 'signup' : 'auth';
  }
  root.dataset.first = first;
  // The head that src/styles/first-paint.css shows in place of a skeleton.
  root.dataset.firstHead =
    { '/': 'listing', '/restaurants': 'listing', '/reservations': 'requests' }[path] ?? 'none';

  // On the first visit of a browser, the fonts of headings and figures would delay the two pages that are opened most
  // by 38 kB. Local fonts stand in until the page is drawn (src/main.tsx). Later visits find the fonts in the cache.
  if (read('fonts') === null) {
    if (first === 'page' && root.dataset.firstHead !== 'none') root.dataset.lateFonts = '';
    try {
      localStorage.setItem('fonts', 'requested');
    } catch {
      // Then each visit is a first one.
    }
  }

  if (first === 'page' || isPublic(path)) {
    // Activate the style sheets of this page, which the server names without effect for visitors without a session.
    document.querySelectorAll('link[data-rel]').forEach(function (link) {
      link.rel = link.dataset.rel;
    });
    askEarly();
  }

  // The answers load in parallel with the code, which takes them over (src/api/early-answers.ts).
  // The pages for visitors: src/lib/public-paths.ts.
  function isPublic(path) {
    return /^\/(restaurants|restaurant\/[^/]+|blogs\/[^/]+)\/?$/.test(path);
  }

  function askEarly() {
    var token;
    try {
      token = JSON.parse(read('token')).access_token;
    } catch {
      return;
    }
    if (typeof token !== 'string') return;
    // A list with a filter, tab or page in its address is another call.
    var here = location.search === '' ? (CALLS_AT[path] ?? []) : [];
    var answers = new Map();
    for (const url of CALLS_EVERYWHERE.concat(here)) {
      const answer = fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      if (url === '/api/users/me/') answer.then(loadConciergeCode).catch(() => undefined);
      // Without an answer the application calls itself and reports the failure.
      answers.set(
        url,
        answer.catch(() => undefined),
      );
    }
    window.earlyAnswers = { token, answers };
  }

  // The server's links to the code of a concierge's pages are inactive, because only this answer says whether the
  // user is a concierge.
  async function loadConciergeCode(answer) {
    const user = await answer.clone().json();
    if (!user.is_concierge) return;
    document.querySelectorAll('link[data-concierge-rel]').forEach(function (link) {
      link.rel = link.dataset.conciergeRel;
    });
  }
})();
