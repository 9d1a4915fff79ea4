interface Navigator {
  /** Chromium's alone. */
  readonly connection?: { readonly saveData: boolean };
  /** Safari's alone: opened from the home screen. */
  readonly standalone?: boolean;
}

interface WindowEventMap {
  /** Chromium's alone. */
  beforeinstallprompt: import('#actors/install.ts').InstallPrompt;
}

interface ImportMetaEnv {
  /** package.json's version: the one version shown everywhere and sent as `ver`. */
  readonly APP_VERSION: string;
  /** Where the API is when it is not on the page's own origin; empty otherwise. */
  readonly API_URL: string;
}
