import type { FirebaseConfig, ProviderResult } from '#actors/firebase.ts';
import type { Provider } from '#machines/social-login.ts';
import { loadOnce } from './load-once.ts';

/** Social login, where the server is configured for it; nothing of it is loaded before its buttons are there. */
export function createIdentityProvider(config: () => FirebaseConfig | null) {
  let used = false;
  const load = loadOnce(async () => {
    const options = config();
    if (!options) throw new Error('social login is not configured');
    const { createFirebase } = await import('#actors/firebase.ts');
    return createFirebase(options);
  });
  return {
    /** A popup opens only right after a tap: what it needs is fetched before that. */
    async prepare(): Promise<void> {
      await load();
    },
    async signIn(provider: Provider): Promise<ProviderResult> {
      used = true;
      return (await load()).signIn(provider);
    },
    /** Forgets the provider's own session, where one was opened in this page. */
    async signOut(): Promise<void> {
      if (used) await (await load()).signOut();
    },
  };
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;
