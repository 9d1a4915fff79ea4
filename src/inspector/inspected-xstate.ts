import { createActor as create, type ActorOptions, type AnyActorLogic } from 'xstate';
import { inspected } from './page-agent.ts';

// Stands in for xstate where the app makes actors: vite-inspector.ts puts it there.
export * from 'xstate';
export const createActor = <Logic extends AnyActorLogic>(logic: Logic, options?: ActorOptions<Logic>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which options are required depends on the logic
  create(logic, inspected(options) as never);
