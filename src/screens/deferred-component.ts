import type { ComponentType, ReactNode } from 'react';
import { addDeferredMessages } from '#i18n/deferred.ts';
import { startI18n } from '#i18n/load.ts';
import { lazyComponent, type LazyComponent } from '#ui/primitives/lazy-component.tsx';

/**
 * Loads a deferred screen (app/deferred-screens.ts) together with its messages, in the language the page started in. A language
 * chosen later is loaded with all of its messages.
 */
export async function loadDeferred<Screen>(load: () => Promise<Screen>): Promise<Screen> {
  const [screen] = await Promise.all([load(), startI18n().then(addDeferredMessages)]);
  return screen;
}

/** Lazy component of a deferred screen: it is never drawn without its messages. */
export const deferredComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: (props: Props) => ReactNode,
): LazyComponent<Props> => lazyComponent(() => loadDeferred(load), fallback);
