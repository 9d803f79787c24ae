// Runs before the first paint so that a saved theme never flashes the other one. It is a file of its
// own because the content security policy allows no inline script. src/lib/theme.ts owns the rest.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Storage may be blocked: the system's choice stands.
  }
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
