import type { BrowserContext, Route } from 'playwright-core';

/**
 * About a hundred payloads that call `x$(…)` if a page treats text as markup, code, a URL or a template. A few fit into
 * twenty characters, for the shortest names.
 */
const templates = [
  // Elements that run as soon as they are inserted.
  '<script>X</script>',
  '<svg onload=X>',
  '<img src onerror=X>',
  '<img src=q onerror="X">',
  "<img src='q' onerror='X'>",
  '<IMG SRC=q ONERROR=X>',
  '<img/src=q/onerror=X>',
  '<img src=q onerror\n=X>',
  '<img src=q:q onerror=X//',
  '<image src=q onerror=X>',
  '<picture><source srcset=q><img onerror=X src=q></picture>',
  '<body onload=X>',
  '<body onpageshow=X>',
  '<svg><script>X</script></svg>',
  '<svg><script href="data:text/javascript,X"></script></svg>',
  '<svg><animate onbegin=X attributeName=x dur=1s>',
  '<svg><set onbegin=X attributename=x>',
  '<svg/onload=X//',
  '<svg><image href=q onerror=X>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=X>#x">',
  '<svg><foreignObject><img src=q onerror=X></foreignObject></svg>',
  '<math><mtext><img src=q onerror=X></mtext></math>',
  '<math href="javascript:X">click</math>',
  '<video src=q onerror=X>',
  '<video><source onerror=X></video>',
  '<audio src=q onerror=X>',
  '<video autoplay onloadstart=X src=q>',
  '<object data="javascript:X">',
  '<object data="data:text/html,<script>parent.X</script>">',
  '<embed src="javascript:X">',
  '<embed src="data:image/svg+xml,<svg onload=X>">',
  '<iframe src="javascript:parent.X">',
  '<iframe srcdoc="<script>parent.X</script>">',
  '<iframe srcdoc="&lt;img src=q onerror=parent.X&gt;">',
  '<iframe onload=X>',
  '<frameset onload=X>',
  '<input autofocus onfocus=X>',
  '<select autofocus onfocus=X>',
  '<textarea autofocus onfocus=X>',
  '<button autofocus onfocus=X>q',
  '<keygen autofocus onfocus=X>',
  '<a autofocus tabindex=1 onfocus=X>q</a>',
  '<details open ontoggle=X>',
  '<marquee onstart=X>',
  '<marquee loop=1 width=0 onfinish=X>',
  '<div onpointerover=X style="position:fixed;inset:0">',
  '<p style="animation:a 1s" onanimationstart=X>',
  '<style>@keyframes a{}</style><b style="animation-name:a" onanimationstart=X>',
  '<div style="transition:1s" ontransitionrun=X>',
  '<p hidden=until-found onbeforematch=X>q</p>',
  '<dialog open onclose=X><form method=dialog><button>q',
  '<div popover id=q onbeforetoggle=X>',
  '<isindex type=image src=q onerror=X>',
  '<link rel=stylesheet href=q onerror=X>',
  '<link rel=import href="data:text/html,<script>X</script>">',
  '<link rel=modulepreload href="data:text/javascript,X">',
  '<script src="data:text/javascript,X"></script>',
  '<script type=module>X</script>',
  '<script type=importmap>{"imports":{"q":"data:text/javascript,X"}}</script>',
  '<script nonce=q>X</script>',
  '<base href="//q.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:X">',
  '<form action="javascript:X"><button autofocus>q',
  '<form id=q></form><button form=q formaction="javascript:X">q',
  '<a href="javascript:X">q</a>',
  '<a href="java\tscript:X">q</a>',
  '<a href="&#106;avascript:X">q</a>',
  '<a href="data:text/html,<script>X</script>">q</a>',
  '<template><script>X</script></template>',
  '<template shadowrootmode=open><img src=q onerror=X></template>',
  '<noscript><p title="</noscript><img src=q onerror=X>">',
  // Payloads that close the context they are in.
  '"><script>X</script>',
  "'><script>X</script>",
  '" onfocus=X autofocus x="',
  "' onfocus=X autofocus x='",
  '" autofocus onfocus=X//',
  '`><img src=q onerror=X>',
  '--><img src=q onerror=X>',
  '</title><script>X</script>',
  '</textarea><img src=q onerror=X>',
  '</style><script>X</script>',
  '</script><script>X</script>',
  ']]><script>X</script>',
  '";X;//',
  "';X;//",
  '`;X;//',
  '\\";X;//',
  '${X}',
  '*/X/*',
  // Markup that becomes valid when it is parsed or sanitized again.
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=q onerror=X>">',
  '<svg></p><style><a id="</style><img src=q onerror=X>">',
  '&lt;img src=q onerror=X&gt;',
  '%3Cimg%20src%3Dq%20onerror%3DX%3E',
  '\\u003cimg src=q onerror=X\\u003e',
  '<<script>X//<</script>',
  // Addresses and templates.
  'javascript:X',
  'JaVaScRiPt:X//%0aX',
  'data:text/html,<script>X</script>',
  '{{constructor.constructor("X")()}}',
  // A polyglot of all of these.
  "javascript:/*--></title></style></textarea></script><svg/onload='+/\"/+/onmouseover=1/+/[*/[]/+X//'>",
] as const;

/** The payloads; each calls the trap with its index. */
export const payloads: readonly string[] = templates.map((text, at) => text.replaceAll('X', `x$(${at})`));

/** Returns a function that rotates through the payloads, and returns the next one that fits a field. */
export function payloadSource(): (max: number, lines?: boolean) => string {
  let at = 0;
  return (max, multiline = false) => {
    for (;;) {
      const payload = payloads[at++ % payloads.length] ?? '';
      if (payload.length <= max && (multiline || !/[\n\t]/.test(payload))) return payload;
    }
  };
}

/** `ran`: payloads (by index) and dialogs (by name) that ran in a browser's pages. `refused`: what their policy refused. */
export type Trap = { readonly ran: string[]; readonly refused: string[] };

/** Installs the trap in every page and frame of a browser, before their own scripts. */
export async function setTrap(context: BrowserContext): Promise<Trap> {
  const trap: Trap = { ran: [], refused: [] };
  await context.exposeBinding('x$', ({ frame }, what: unknown) => {
    trap.ran.push(`${String(what)} at ${frame.url()}`);
  });
  await context.exposeBinding('x$refused', (_, what: string) => void trap.refused.push(what));
  await context.addInitScript(() => {
    const page = window as unknown as Record<string, (what: string) => void>;
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) page[name] = () => page['x$']?.(name);
    window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      page['x$refused']?.(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  return trap;
}

/** Fields of answers with texts of members. */
const textFields = new Set(
  'name fname lname title description label hint groupName roundName home away gameTimeDisplay shortStatusText option_name agent email'.split(
    ' ',
  ),
);

/** An answer with all texts of members replaced, except those in `unchangedTexts`. */
function withPayload(answer: unknown, text: string, unchangedTexts: ReadonlySet<string>): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withPayload(one, text, unchangedTexts));
  if (typeof answer !== 'object' || answer === null) return answer;
  const free = 'type' in answer && (answer.type === 'text' || answer.type === 'textarea');
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      const isText = typeof value === 'string' && (textFields.has(key) || (key === 'value' && free));
      return [key, isText && !unchangedTexts.has(value) ? text : withPayload(value, text, unchangedTexts)];
    }),
  );
}

/** Replaces the texts of members in all later answers to a browser by `text`. */
export async function injectIntoAnswers(
  context: BrowserContext,
  text: string,
  unchangedTexts: ReadonlySet<string>,
): Promise<void> {
  const answered = async (route: Route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json().catch(() => null);
    await (body === null
      ? route.fulfill({ response: answer })
      : route.fulfill({ response: answer, json: withPayload(body, text, unchangedTexts) }));
  };
  // Long names are clipped, since they would cover the controls.
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'bdi { display: inline-block; max-inline-size: 7em; overflow: hidden; white-space: nowrap }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  // Live events and pictures are no JSON documents.
  await context.route(/\/api\/(?!events|image)/, answered);
}
