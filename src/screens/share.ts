import { formatJoinCode } from '#contract/join-code.ts';
import type { AppData } from '#machines/app.ts';

/** What an invitation is for: a league's or group's name and join code. */
export type InviteTarget = { readonly name: string; readonly code: string };

/**
 * Address of an invitation: `inviteUrl`, the code, and the caller, who is named to whoever opens it. Opening it shows a
 * preview; joining takes a tap.
 */
export const inviteLink = (data: AppData | null, code: string): string =>
  `${data?.activeParams.inviteUrl ?? ''}${encodeURIComponent(code)}&by=${data?.appuser?.id ?? ''}`;

/** Address of a game; with its private league's code it lets an outsider in. */
export const gameLink = (data: AppData | null, post: number, code: string | null): string => {
  const site = data?.activeParams.inviteUrl.replace(/\?.*$/, '') ?? '';
  return `${site}#/post/${post}${code === null ? '' : `?code=${encodeURIComponent(code)}`}`;
};

/** WhatsApp link with the text filled in; the recipient is chosen there. */
export const whatsappHref = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;

/** Values for the invitation texts: the name, the code as people read it, and the link. */
export function inviteValues(data: AppData | null, { name, code }: InviteTarget) {
  return { name, code: formatJoinCode(code), link: inviteLink(data, code) };
}

/** Whether this device has a share sheet. */
export const canShare = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator;

/** Opens the device's share sheet. Closing it without sharing is no error. */
export function shareText(text: string): void {
  navigator.share({ text }).catch(() => undefined);
}
