import { start } from './start.ts';

/** `npm run dev`: the API and Vite's pages on one port, with hot replacement over the same one. */
start({
  async openPages(server) {
    const { createServer } = await import('vite');
    const vite = await createServer({ appType: 'spa', server: { middlewareMode: true, hmr: { server } } });
    return vite.middlewares;
  },
});
