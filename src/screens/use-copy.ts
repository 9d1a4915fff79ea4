import type { MessageKey } from '#i18n/keys.ts';
import { useAppChild } from './app-context.tsx';

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Gives a function that copies a text to the clipboard and shows a toast; `failed` where the browser refuses. */
export function useCopy(failed: MessageKey): (text: string) => Promise<void> {
  const toasts = useAppChild('toasts');
  return async (text) => {
    const copied = await copyText(text);
    toasts.send({
      type: 'toast.show',
      toast: copied ? { kind: 'success', message: 'copied' } : { kind: 'failure', message: failed },
    });
  };
}
