import type { FirebaseConfig, ProviderResult } from '#actors/firebase.ts';
import type { Provider } from '#machines/social-login.ts';
import { loadOnce } from './load-once.ts';

/** The identity provider of the server's configuration; its code loads when the login buttons render. */
export function createIdentityProvider(config: () => FirebaseConfig | null) {
  let used = false;
  const load = loadOnce(async () => {
    const options = config();
    if (!options) throw new Error('social login is not configured');
    const { createFirebase } = await import('#actors/firebase.ts');
    return createFirebase(options);
  });
  return {
    /** Loads the provider in advance: browsers open a popup only immediately after a tap. */
    async prepare(): Promise<void> {
      await load();
    },
    async signIn(provider: Provider): Promise<ProviderResult> {
      used = true;
      return (await load()).signIn(provider);
    },
    /** Ends the provider's own session, if this page opened one. */
    async signOut(): Promise<void> {
      if (used) await (await load()).signOut();
    },
  };
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;
