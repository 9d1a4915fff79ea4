import type { BrowserContext } from 'playwright-core';

/**
 * A stub of https://apis.google.com/js/api.js, the only part of Firebase's popups that the emulator lacks: the two halves
 * of `gapi.iframes` by which Firebase's SDK (in the page) and its helper page (in a hidden frame) send messages.
 */
function installGapiStub(): void {
  type Handler = (payload: unknown) => unknown;
  type Message = { gapi: 'call' | 'answer'; type: string; id: number; payload: unknown };

  /** A channel to another window: named calls with answers, and handlers for the other's calls. */
  function openChannel(other: Window) {
    const handlers = new Map<string, Handler>();
    const waiting = new Map<number, (answers: unknown[]) => void>();
    // Calls that arrived before there was a handler.
    const early: Message[] = [];
    let last = 0;
    const post = (message: Message) => other.postMessage(message, '*');
    const handleCall = (call: Message) => {
      const handler = handlers.get(call.type);
      if (!handler) return void early.push(call);
      void Promise.resolve(handler(call.payload)).then((payload) =>
        post({ ...call, gapi: 'answer', payload }),
      );
    };
    window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
      if (source !== other || !data?.gapi) return;
      if (data.gapi === 'call') return handleCall(data);
      try {
        waiting.get(data.id)?.([data.payload]);
      } catch {
        // Firebase's SDK always throws at the end of one of its own handlers.
      }
    });
    return {
      register(type: string, handler: Handler) {
        handlers.set(type, handler);
        early.splice(0).forEach(handleCall);
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
          ...openChannel(frame.contentWindow as Window),
          restyle: () => Promise.resolve(),
          ping: (answered: () => void) => loaded.then(answered),
        }),
      );
    },
    getParentIframe: () => openChannel(window.parent),
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

/** Serves the stub in every page of a context; aborts requests to any other outside host. */
export async function stubGoogle(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, (route) => route.abort());
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installGapiStub.toString()})()` }),
  );
}
