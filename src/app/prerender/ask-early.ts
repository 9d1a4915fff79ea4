import { requestEvents } from '#actors/request-events.ts';
import { limits } from '#contract/limits.ts';

/** An answer that the page's head asked for. */
export type EarlyAnswer = {
  readonly text: string;
  /** The `Date` header. */
  readonly date: string | null;
  /** When it was received, in milliseconds by the device's clock. */
  readonly receivedAt: number;
};
/** A stream of live events that the page's head has opened; null if it failed or was refused. */
type EarlyStream = { readonly response: Promise<Response | null>; readonly close: () => void };
type Answers = {
  readonly appData: Promise<EarlyAnswer | null>;
  readonly feed: Promise<EarlyAnswer | null>;
};
export type EarlyName = keyof Answers;

declare global {
  interface Window {
    /** Set by the page's head (app/prerender/before-paint.ts) for a signed-in member. */
    earlyAnswers?: { readonly token: string; events?: EarlyStream } & Partial<Answers>;
  }
}

const paths: Readonly<Record<EarlyName, string>> = {
  appData: 'getAppData/?',
  feed: `post/?offset=0&limit=${limits.page.size}&as_of=now&`,
};

type Server = { readonly origin: string; readonly version: string };

/** Milliseconds after which an answer is given up, so that the app's own request has time. */
const longestWait = 8_000;

/** Sends a GET as the app's HTTP client does; resolves with null if it fails or is refused: the app then sends its own. */
async function ask({ origin, version }: Server, path: string, token: string): Promise<EarlyAnswer | null> {
  const controller = new AbortController();
  const limit = setTimeout(() => controller.abort(), longestWait);
  try {
    const response = await fetch(`${origin}/api/${path}ver=${version}`, {
      signal: controller.signal,
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': document.documentElement.lang,
        Authorization: `Token ${token}`,
      },
    });
    const receivedAt = Date.now();
    const text = await response.text();
    return response.ok ? { text, date: response.headers.get('Date'), receivedAt } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(limit);
  }
}

function openStream(server: Server, token: string): EarlyStream {
  const controller = new AbortController();
  return {
    response: requestEvents({ ...server, token }, null, controller.signal).then(
      (response) => (response.ok ? response : null),
      () => null,
    ),
    close: () => controller.abort(),
  };
}

/**
 * Sends the app's first requests before its code has come (app/early-answers.ts reads the answers), with `isStreamed` after
 * that for live events (actors/event-stream.ts).
 */
export function askEarly(
  server: Server,
  token: string,
  names: readonly EarlyName[],
  isStreamed: boolean,
): void {
  window.earlyAnswers = {
    token,
    ...(isStreamed && { events: openStream(server, token) }),
    ...Object.fromEntries(names.map((name) => [name, ask(server, paths[name], token)])),
  };
}
