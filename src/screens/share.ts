import { formatJoinCode } from '#contract/join-code.ts';

/** A league or group as an invitation names it. */
export type Invited = { readonly name: string; readonly code: string };

/** The address that opens the door: it only asks, and joins on a tap. `inviteUrl` ends where the code begins. */
export const inviteLink = (inviteUrl: string, code: string): string => inviteUrl + encodeURIComponent(code);

/** Opens WhatsApp with a message ready to be sent to whomever one chooses. */
export const whatsappHref = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;

/** What stands in an invitation: the league's name, its code for those who type, and the link. */
export function inviteValues(inviteUrl: string, { name, code }: Invited) {
  return { name, code: formatJoinCode(code), link: inviteLink(inviteUrl, code) };
}

/** Can this device hand a text to another app? */
export const canShare = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator;

/** The device's own share sheet; closing it is no failure. */
export function shareText(text: string): void {
  navigator.share({ text }).catch(() => undefined);
}

/** Puts a text on the clipboard. Answers whether the browser let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
