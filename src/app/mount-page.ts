import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { AuthMachines } from '#screens/app-context.tsx';
import { pressTapped } from './prerender/early-taps.ts';

/** Renders the page and removes the prerendered one (prerender/show-prerendered.ts) in the same frame. */
export function renderPage(root: HTMLElement, page: ReactNode): void {
  delete root.dataset['prerendered'];
  flushSync(() => createRoot(root).render(page));
  pressTapped(root);
}

/**
 * Hydrates the prerendered sign-in page, so that its field keeps focus and text. What was typed becomes the draft's
 * number.
 */
export function hydrateSignIn(root: HTMLElement, page: ReactNode, { signInDraft }: AuthMachines): void {
  const readDraft = () => signInDraft.load(undefined) ?? { phone: '', name: '', sent: false };
  const keepNumber = (phone: string) =>
    signInDraft.keep(undefined, { ...readDraft(), phone, nameKnown: false });
  const field = root.querySelector('input');
  const kept = readDraft().phone;
  const phone = field?.value || kept;
  if (field) field.value = phone;
  if (phone !== kept) keepNumber(phone);

  delete root.dataset['prerendered'];
  hydrateRoot(root, page);
  // An event makes React hydrate what it reaches immediately. Later, what has been typed, another address or another
  // session could differ from the prerendered page.
  (field ?? root).dispatchEvent(new Event('keyup', { bubbles: true }));
  pressTapped(root);
}
