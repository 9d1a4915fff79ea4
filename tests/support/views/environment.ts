import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** jsdom, with the modules that Node's other tests get: a browser's would have no addresses of files. */
const environment: Environment = { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' };

// oxlint-disable-next-line import/no-default-export -- what vitest asks of an environment
export default environment;
