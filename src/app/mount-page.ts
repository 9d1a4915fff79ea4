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
  // In the capture phase, before React: hydration on an event would undo what was typed earlier.
  const keepTyped = ({ target }: Event) => {
    if (field && target === field) keepNumber(field.value);
  };
  root.addEventListener('input', keepTyped, { capture: true });
  hydrateRoot(root, page);
  // React hydrates a pressed element immediately.
  pressTapped(root);
}
