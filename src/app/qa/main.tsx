import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import { inspector, type Saying } from '#machines/inspector.ts';
import { tape } from '#machines/tape.ts';
import '#theme/base.css.ts';
import { createFollower } from './follower.ts';
import { Inspector } from './Inspector.tsx';
import { createPeek } from './peek.ts';

document.title = 'Hevre inspector';
document.documentElement.lang = 'en';
document.documentElement.dir = 'ltr';

const follower = createFollower(() => {
  actor.send({ type: 'app.changed' });
  recorder.send({ type: 'app.changed' });
});
const sendEvent = fromPromise(({ input }: { input: Saying }) => follower.send(input));
const fetchWalk = fromPromise(({ input }: { input: { from: number; to: number } }) =>
  follower.ask({ what: 'walk', ...input }),
);
const actor = createActor(inspector.provide({ actors: { sendEvent } })).start();
const recorder = createActor(tape.provide({ actors: { sendEvent, fetchWalk } })).start();
const charts = import('virtual:charts').then((made) => made.charts);

const element = document.getElementById('root');
if (!element) throw new Error('no #root in the page');
createRoot(element).render(
  <Inspector actor={actor} tape={recorder} follower={follower} peek={createPeek(follower)} charts={charts} />,
);
