import { start } from './start.ts';

/** `npm run dev`: the API, Vite's pages and hot module replacement on one port. */
start({
  async openPages(server) {
    const { createServer } = await import('vite');
    const vite = await createServer({ appType: 'spa', server: { middlewareMode: true, hmr: { server } } });
    return vite.middlewares;
  },
});
