import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** jsdom, with modules resolved as for Node: those for a browser have no file URLs. */
const environment: Environment = { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' };

// oxlint-disable-next-line import/no-default-export -- what vitest asks of an environment
export default environment;
