import type { FirebaseOptions } from 'firebase/app';
import type { SocialProvider } from '#actors/firebase.ts';

type Config = (FirebaseOptions & { emulator?: string }) | null;

/** Social login, where the server is configured for it; nothing of it is loaded before it is used. */
export function createSocial(config: () => Config) {
  let used: ReturnType<typeof load> | null = null;
  async function load(given: NonNullable<Config>) {
    const { createFirebase } = await import('#actors/firebase.ts');
    return createFirebase(given);
  }
  return {
    /** A provider's identity token, or null when the person changed their mind. */
    async signIn(provider: SocialProvider): Promise<string | null> {
      const given = config();
      if (!given) throw new Error('social login is not configured');
      used ??= load(given);
      return (await used).signIn(provider);
    },
    /** Forgets the provider's own session, where one was opened in this page. */
    async leave(): Promise<void> {
      if (used) await (await used).signOut();
    },
  };
}

export type Social = ReturnType<typeof createSocial>;
