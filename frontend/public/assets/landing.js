// Runs before the first paint of the landing page. The server puts it into the HTML (platform/config/landing.py).
(function () {
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  var choice = read('theme');
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  // The fonts load after the first paint.
  root.dataset.beforePaint = '';
  document.addEventListener('DOMContentLoaded', function () {
    requestAnimationFrame(function () {
      requestAnimationFrame(function () {
        delete root.dataset.beforePaint;
      });
    });
  });
  // A session that is older than the cookie: set it and load the application. src/api/session.ts owns both.
  if (read('token') !== null && !/(^|; )signed_in=/.test(document.cookie)) {
    document.cookie = 'signed_in=1; Path=/; SameSite=Lax; Max-Age=31536000';
    if (/(^|; )signed_in=/.test(document.cookie)) location.reload();
  }
})();
