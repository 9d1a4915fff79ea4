import type { BrowserContext } from 'playwright-core';

/**
 * Stands in for https://apis.google.com/js/api.js, the one thing of Firebase's popups that no emulator has: the two
 * halves of `gapi.iframes` that Firebase's SDK (in our page) and its helper page (in a hidden frame) talk through.
 */
function installGapiStub(): void {
  type Handler = (payload: unknown) => unknown;
  type Message = { gapi: 'call' | 'answer'; type: string; id: number; payload: unknown };

  /** A line to another window: named calls that are answered, and a list of handlers for its own. */
  function line(other: Window) {
    const handlers = new Map<string, Handler>();
    const waiting = new Map<number, (answers: unknown[]) => void>();
    // What came before anybody was there to take it.
    const early: Message[] = [];
    let last = 0;
    const post = (message: Message) => other.postMessage(message, '*');
    const take = (call: Message) => {
      const handler = handlers.get(call.type);
      if (!handler) return void early.push(call);
      void Promise.resolve(handler(call.payload)).then((payload) =>
        post({ ...call, gapi: 'answer', payload }),
      );
    };
    window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
      if (source !== other || !data?.gapi) return;
      if (data.gapi === 'call') return take(data);
      try {
        waiting.get(data.id)?.([data.payload]);
      } catch {
        // Firebase's SDK throws at the end of one of its own handlers, whatever it was told.
      }
    });
    return {
      register(type: string, handler: Handler) {
        handlers.set(type, handler);
        early.splice(0).forEach(take);
      },
      send(type: string, payload: unknown, answered?: (answers: unknown[]) => void) {
        last += 1;
        if (answered) waiting.set(last, answered);
        post({ gapi: 'call', type, id: last, payload });
      },
    };
  }

  type Place = { url: string; where: HTMLElement; attributes?: { style?: Record<string, string> } };
  const context = {
    open({ url, where, attributes }: Place, opened: (frame: object) => unknown) {
      const frame = document.createElement('iframe');
      Object.assign(frame.style, attributes?.style);
      frame.src = url;
      where.append(frame);
      const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve()));
      return Promise.resolve(
        opened({
          ...line(frame.contentWindow as Window),
          restyle: () => Promise.resolve(),
          ping: (answered: () => void) => loaded.then(answered),
        }),
      );
    },
    getParentIframe: () => line(window.parent),
  };
  const gapi = {
    load: (_: string, { callback }: { callback: () => void }) => callback(),
    iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: Object },
  };
  const page = window as unknown as Record<string, (() => void) | object | undefined>;
  page['gapi'] = gapi;
  const { src } = document.currentScript as HTMLScriptElement;
  const onload = page[new URL(src).searchParams.get('onload') ?? 'gapi_onload'];
  if (typeof onload === 'function') (onload as () => void)();
}

/** Answers for Google in every page of a context; whatever else of the outside is asked for is not there. */
export async function stubGoogle(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, (route) => route.abort());
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installGapiStub.toString()})()` }),
  );
}
