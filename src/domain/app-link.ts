import { invitationIn } from './invitation.ts';

/** Where a link of the site leads inside the app. */
export type AppLink =
  | { readonly kind: 'invitation'; readonly code: string; readonly by: number | null }
  | { readonly kind: 'place'; readonly href: string };

/** Reads an address that the phone has opened in the app; null for one that leads nowhere further. */
export function readAppLink(address: string): AppLink | null {
  if (!URL.canParse(address)) return null;
  const { searchParams, hash } = new URL(address);
  const invitation = invitationIn(searchParams);
  if (invitation) return { kind: 'invitation', ...invitation };
  return /^#\/[^/]/.test(hash) ? { kind: 'place', href: hash.slice(1) } : null;
}
