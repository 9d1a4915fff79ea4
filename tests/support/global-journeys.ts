import { buildSite } from '#server/site.ts';
import { chromiumPath } from './chromium.ts';

/** The journeys' ground: a client that is as new as its sources, and a Chromium; both made sure of once. */
export default async function setup(): Promise<void> {
  chromiumPath();
  await buildSite();
}
