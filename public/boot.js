// Runs before the first paint: the theme and the language someone chose, where they chose one.
// Must agree with src/theme/theme-mode.ts and src/i18n/load.ts, which write these two keys.
(() => {
  const page = document.documentElement;
  try {
    const theme = localStorage.getItem('hevre.theme');
    if (theme === 'light' || theme === 'dark') {
      page.dataset.theme = theme;
      for (const tag of document.querySelectorAll('meta[name="theme-color"]')) {
        tag.content = theme === 'dark' ? '#0b1517' : '#f4ede1';
      }
    }
    const locale = localStorage.getItem('hevre.locale');
    if (locale) {
      page.lang = locale.split('-')[0];
      page.dir = ['he', 'ar', 'fa', 'ur', 'yi'].includes(page.lang) ? 'rtl' : 'ltr';
    }
  } catch {
    // Storage may be closed to us; the page's own defaults are good.
  }
})();
