import { createActor as create, type ActorOptions, type AnyActorLogic } from 'xstate';
import { inspected } from './page-agent.ts';

// Replaces xstate where the app creates its root actor (vite-inspector.ts).
export * from 'xstate';
export const createActor = <Logic extends AnyActorLogic>(logic: Logic, options?: ActorOptions<Logic>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which options are required depends on the logic
  create(logic, inspected(options) as never);
