import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { AuthMachines } from '#screens/app-context.tsx';
import { pressTapped } from './prerender/early-taps.ts';

/** Renders the page in place of the prerendered one (prerender/show-prerendered.ts), which goes in the same frame. */
export function renderPage(root: HTMLElement, page: ReactNode): void {
  delete root.dataset['prerendered'];
  flushSync(() => createRoot(root).render(page));
  pressTapped(root);
}

/**
 * Hydrates the prerendered sign-in page: its field stays the one that is being typed into. What was
 * typed there is the draft's number.
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
  // Before React's own: it hydrates at an event, and would undo what was typed before it had.
  const keepTyped = ({ target }: Event) => {
    if (field && target === field) keepNumber(field.value);
  };
  root.addEventListener('input', keepTyped, { capture: true });
  hydrateRoot(root, page);
  // React hydrates at once whatever is pressed.
  pressTapped(root);
}
