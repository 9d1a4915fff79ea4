interface Navigator {
  /** Chromium only. */
  readonly connection?: { readonly saveData: boolean };
  /** Safari only: opened from the home screen. */
  readonly standalone?: boolean;
}

interface WindowEventMap {
  /** Chromium only. */
  beforeinstallprompt: import('#actors/install.ts').InstallPrompt;
}

interface ImportMetaEnv {
  /** package.json's version: the one version shown everywhere and sent as `ver`. */
  readonly APP_VERSION: string;
  /** Origin of the API if it differs from the page's; otherwise empty. */
  readonly API_URL: string;
}
