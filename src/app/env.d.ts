interface Navigator {
  /** Chromium's alone. */
  readonly connection?: { readonly saveData: boolean };
}

interface ImportMetaEnv {
  /** package.json's version: the one version shown everywhere and sent as `ver`. */
  readonly APP_VERSION: string;
  /** Where the API is when it is not on the page's own origin; empty otherwise. */
  readonly API_URL: string;
}
