import { formatJoinCode } from '#contract/join-code.ts';

/** What an invitation is for: a league's or group's name and join code. */
export type InviteTarget = { readonly name: string; readonly code: string };

/**
 * Address of an invitation: `inviteUrl` followed by the code. Opening it shows a preview; joining takes a
 * tap.
 */
export const inviteLink = (inviteUrl: string, code: string): string => inviteUrl + encodeURIComponent(code);

/** WhatsApp link with the text filled in; the recipient is chosen there. */
export const whatsappHref = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;

/** Values for the invitation texts: the name, the code as people read it, and the link. */
export function inviteValues(inviteUrl: string, { name, code }: InviteTarget) {
  return { name, code: formatJoinCode(code), link: inviteLink(inviteUrl, code) };
}

/** Whether this device has a share sheet. */
export const canShare = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator;

/** Opens the device's share sheet. Closing it without sharing is no error. */
export function shareText(text: string): void {
  navigator.share({ text }).catch(() => undefined);
}

/** Copies a text to the clipboard. False where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
