import { useActorRef as use } from '@xstate/react';
import type { ActorOptions, AnyActorLogic } from 'xstate';
import { inspected } from './page-agent.ts';

// Replaces @xstate/react in the screens (vite-inspector.ts).
export * from '@xstate/react';
export const useActorRef = <Logic extends AnyActorLogic>(logic: Logic, options?: ActorOptions<Logic>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which options are required depends on the logic
  use(logic, inspected(options) as never);
