// Runs before the first paint. It is a file of its own because the content security policy allows no inline script.
(function () {
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

  // Which page will stand here, for src/styles/first.css: the guards of src/routes, as far as a first guess needs them.
  var path = location.pathname;
  var first = 'page';
  if (path === '/terms' || path === '/privacy') first = 'bare';
  else if (path === '/reset-password') first = 'auth';
  else if (read('token') === null) first = path === '/signup' ? 'signup' : 'auth';
  root.dataset.first = first;
})();
