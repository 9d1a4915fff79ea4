import { act } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { createActor, createMachine, emit, type AnyActorLogic } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { AppActor, AppData } from '#machines/app.ts';
import type { UnsentMessage } from '#machines/outbox.ts';
import { AppContext, MachinesContext, type Machines } from '#screens/app-context.tsx';
import { buildAppData } from '#tests/support/builders.ts';
import { renderView } from './render-view.tsx';

type Surroundings = {
  /** The app data. */
  readonly data?: AppData | null;
  /** The server's clock minus the device's, in milliseconds. */
  readonly clockOffset?: number;
  /** The machines that the screen starts. */
  readonly machines?: { readonly [Name in keyof Machines]?: Partial<Machines[Name]> };
  readonly address?: string;
  /** The root's children, such as the session. */
  readonly children?: Readonly<Record<string, AnyActorLogic>>;
  /** Messages that are not sent yet. */
  readonly unsent?: readonly Partial<UnsentMessage>[];
};

type Told = { type: 'live.event'; event: LiveEvent };

/** The content of the only route. */
const Shown = createContext<ReactNode>(null);
const ShownView = () => use(Shown);

/** Renders a part of a screen at an address, in an app with this data, and waits for its lazy parts. */
export async function renderScreen(
  screen: ReactNode,
  {
    data = buildAppData(),
    clockOffset = 0,
    machines = {},
    address = '/',
    children = {},
    unsent = [],
  }: Surroundings = {},
) {
  // Stubs of the root actor, the bet registry and the outbox: screens read only their context, and hear live events.
  const bets = createActor(createMachine({ context: { bets: {}, waitingItems: [] } })).start();
  const outbox = createActor(createMachine({ context: { queue: unsent } })).start();
  const root = createMachine({
    types: {} as { events: Told; emitted: Told },
    context: { data, clockOffset, bets, outbox },
    invoke: Object.entries(children).map(([id, src]) => ({ id, src })),
    on: { 'live.event': { actions: emit(({ event }: { event: Told }) => event) } },
  });
  const app = createActor(root).start() as unknown as AppActor;
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ component: ShownView }), history });
  await router.load();
  const surround = (part: ReactNode) => (
    <AppContext value={app}>
      <MachinesContext value={{ auth: null, screens: machines as Machines }}>
        <Shown value={part}>
          <RouterProvider router={router as never} />
        </Shown>
      </MachinesContext>
    </AppContext>
  );
  const view = renderView(surround(screen));
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  return {
    ...view,
    rerender: (part: ReactNode) => view.rerender(surround(part)),
    address: () => history.location.href,
    /** What the server tells everyone who is concerned. */
    tell: (event: LiveEvent) => act(() => app.send({ type: 'live.event', event } as never)),
  };
}
