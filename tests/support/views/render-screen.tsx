import { act } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { createActor, createMachine } from 'xstate';
import type { AppActor, AppData } from '#machines/app.ts';
import { AppContext, MachinesContext, type Machines } from '#screens/app-context.tsx';
import { buildAppData } from '#tests/support/builders.ts';
import { renderView } from './render-view.tsx';

type Surroundings = {
  /** What the member's app has loaded. */
  readonly data?: AppData | null;
  /** Milliseconds by which the server's clock is ahead of the device's. */
  readonly clockOffset?: number;
  /** The machines that the screen starts. */
  readonly machines?: { readonly [Name in keyof Machines]?: Partial<Machines[Name]> };
  readonly address?: string;
};

/** What the only route shows. */
const Shown = createContext<ReactNode>(null);
const ShownView = () => use(Shown);

/** Renders a part of a screen at an address, in an app that has loaded this, and waits for what it loads. */
export async function renderScreen(
  screen: ReactNode,
  { data = buildAppData(), clockOffset = 0, machines = {}, address = '/' }: Surroundings = {},
) {
  // Of the root actor and the bet registry screens read the context alone: as the server gives it, without a bet of one's own.
  const bets = createActor(createMachine({ context: { bets: {} } })).start();
  const root = createMachine({ context: { data, clockOffset, bets } });
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
  return { ...view, rerender: (part: ReactNode) => view.rerender(surround(part)) };
}
