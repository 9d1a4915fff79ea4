import { invitationIn } from './invitation.ts';

/** The target of a link inside the app. */
export type AppLink =
  | { readonly kind: 'invitation'; readonly code: string; readonly by: number | null }
  | { readonly kind: 'place'; readonly href: string };

/** The target of an address that the phone opened in the app; null if it has none. */
export function readAppLink(address: string): AppLink | null {
  if (!URL.canParse(address)) return null;
  const { searchParams, hash } = new URL(address);
  const invitation = invitationIn(searchParams);
  if (invitation) return { kind: 'invitation', ...invitation };
  return /^#\/[^/]/.test(hash) ? { kind: 'place', href: hash.slice(1) } : null;
}
