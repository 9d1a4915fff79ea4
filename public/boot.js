// Runs before the first paint. Theme and language are those chosen on this device, if any; what a member's first screen
// needs is fetched beside the page's own script. The keys are those of src/theme/theme-mode.ts, src/i18n/load.ts and
// src/app/session-ports.ts; vite.config.ts names the `meta` tags.
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
    const isMember = JSON.parse(localStorage.getItem('hevre:session'))?.token !== undefined;
    const language = localStorage.getItem('hevre.language') ?? 'heb';
    for (const name of isMember ? ['member', `member-${language}`] : []) {
      document.querySelector(`meta[name="${name}"]`)?.content.split(' ').forEach(preload);
    }
  } catch {
    // Storage may be closed to us; the page's own defaults are good.
  }

  function preload(href) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }));
  }
})();
