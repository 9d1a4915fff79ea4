import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import { inspector, type EventToSend } from './machines/inspector.ts';
import { eventRecorder } from './machines/event-recorder.ts';
import '#theme/base.css.ts';
import { createPageClient } from './page-client.ts';
import { Inspector } from './Inspector.tsx';
import { createContextWatcher } from './context-watcher.ts';

document.title = 'Hevre inspector';
document.documentElement.lang = 'en';
document.documentElement.dir = 'ltr';

const client = createPageClient(() => {
  inspectorActor.send({ type: 'page.changed' });
  recorder.send({ type: 'page.changed' });
});
const sendEvent = fromPromise(({ input }: { input: EventToSend }) => client.send(input));
const fetchSteps = fromPromise(({ input }: { input: { from: number; to: number } }) =>
  client.ask({ what: 'recording', ...input }),
);
const inspectorActor = createActor(inspector.provide({ actors: { sendEvent } })).start();
const recorder = createActor(eventRecorder.provide({ actors: { sendEvent, fetchSteps } })).start();
const charts = import('virtual:charts').then((module) => module.charts);

const element = document.getElementById('root');
if (!element) throw new Error('no #root in the page');
createRoot(element).render(
  <Inspector
    actor={inspectorActor}
    recorder={recorder}
    client={client}
    watcher={createContextWatcher(client)}
    charts={charts}
  />,
);
