import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { AuthMachines } from '#screens/app-context.tsx';
import { pressTapped } from './first-picture/tapped.ts';

/** Draws the page in place of its first picture (first-picture/picture.ts), which goes in the same frame. */
export function drawPage(root: HTMLElement, page: ReactNode): void {
  delete root.dataset['picture'];
  flushSync(() => createRoot(root).render(page));
  pressTapped(root);
}

/**
 * Takes over the sign-in page as the build has drawn it: its field stays the one that is being typed into. What was
 * typed there is the draft's number.
 */
export function takeOverDoor(root: HTMLElement, page: ReactNode, { signInDraft }: AuthMachines): void {
  const kept = signInDraft.load(undefined) ?? { phone: '', name: '', nameKnown: false, sent: false };
  const field = root.querySelector('input');
  const phone = field?.value || kept.phone;
  if (field) field.value = phone;
  if (phone !== kept.phone) signInDraft.keep(undefined, { ...kept, phone, nameKnown: false });

  delete root.dataset['picture'];
  hydrateRoot(root, page);
  // React takes over at once whatever is pressed.
  pressTapped(root);
}
