import { useSelector } from '@xstate/react';
import { Circle, ExternalLink, Play, Radio, Square, StepBack, StepForward } from 'lucide-react';
import { Suspense, use, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { InspectorActor, Selection } from './machines/inspector.ts';
import type { EventRecorderActor } from './machines/event-recorder.ts';
import type { ChartLayout } from './chart-layout.ts';
import type { PageClient } from './page-client.ts';
import * as css from './Inspector.css.ts';
import { LiveChart } from './LiveChart.tsx';
import { EventLog } from './EventLog.tsx';
import type { ContextWatcher } from './context-watcher.ts';
import { createLogFilter } from './filter-log.ts';
import { SendEventForm } from './SendEventForm.tsx';
import { ActorTree } from './ActorTree.tsx';
import { recordedPaths, writeTest } from './export-test.ts';
import type { LogEntry } from './protocol.ts';

type Props = {
  actor: InspectorActor;
  recorder: EventRecorderActor;
  client: PageClient;
  watcher: ContextWatcher;
  charts: Promise<readonly ChartLayout[]>;
};

const recorderFailures = {
  pageClosed: 'The page went away.',
  noAnswer: 'The app did not answer.',
  stuck: 'Stuck: the app does not take the next event of the recording.',
} as const;

const openApp = () => window.open('/', 'hevre-app', 'popup,width=400,height=820');

/** The whole inspector: the bar, the actors, the chart, and below them the log, the context and the events that can be sent. */
export function Inspector({ actor, recorder, client, watcher, charts }: Props) {
  useSyncExternalStore(client.subscribe, client.version);
  const watched = useSyncExternalStore(watcher.subscribe, watcher.value);
  const now = useSelector(actor, (snapshot) => snapshot);
  const recorderState = useSelector(recorder, (snapshot) => snapshot);
  const { at, sendResult } = now.context;
  const { steps, replayed, from, failure } = recorderState.context;
  const [text, setText] = useState('');
  const [onlyThis, setOnlyThis] = useState(false);
  const [exported, setExported] = useState<string | null>(null);
  const [rowsOf] = useState(createLogFilter);

  const actors = client.actors();
  const root = [...actors.values()].find(({ machine }) => machine === 'app');
  const selection: Selection | null = now.context.selection ?? (root ? { actor: root.id } : null);
  const shownActor = selection && 'actor' in selection ? selection.actor : null;
  const log = client.log();
  const rows = rowsOf(log, onlyThis ? shownActor : null, text);
  const last = log.at(-1)?.seq ?? 0;
  const selectedEntry = at === null ? null : client.entry(at);

  useEffect(() => {
    if (at !== null) watcher.watch({ what: 'entry', seq: at });
    else watcher.watch(shownActor === null ? null : { what: 'actor', actor: shownActor });
  }, [watcher, at, shownActor]);

  const selectEntry = (entry: LogEntry) =>
    actor.send({ type: 'entry.select', seq: entry.seq, actor: entry.actor });
  const select = useCallback(
    (it: Selection) => actor.send({ type: 'selection.change', selection: it }),
    [actor],
  );
  const step = (by: -1 | 1) => {
    const here = at === null ? rows.length : rows.findIndex(({ seq }) => seq === at);
    const entry = rows[here + by];
    if (entry) selectEntry(entry);
  };
  const newest = shownActor === null ? null : log.findLast((entry) => entry.actor === shownActor);
  const shown = selectedEntry ?? newest ?? null;
  const name = selection && 'chart' in selection ? selection.chart : (shown?.machine ?? null);
  const path = shownActor === null ? null : (selectedEntry?.path ?? actors.get(shownActor)?.path ?? null);
  const recording = recorderState.hasTag('recording');
  const replaying = recorderState.hasTag('replaying');
  const mode = recording
    ? `recording: ${last - from} events`
    : replaying
      ? `replaying: ${replayed} of ${steps?.length ?? 0}`
      : now.hasTag('history')
        ? 'stepping back'
        : 'live';

  return (
    <div className={css.page} dir="ltr" lang="en" data-state={mode.split(':')[0]}>
      <header className={css.bar}>
        <h1 className={css.name}>
          <span lang="he">חבר׳ה</span> inspector
        </h1>
        <select
          className={css.mediumField}
          aria-label="Page of the app"
          value={client.app() ?? ''}
          onChange={({ target }) => client.follow(target.value)}
        >
          {client.app() === null && <option value="">no page open</option>}
          {client.apps().map(({ id, title, since }) => (
            <option
              key={id}
              value={id}
            >{`${title}, opened ${new Date(since).toLocaleTimeString('en-GB')}`}</option>
          ))}
        </select>
        <button type="button" className={css.button} onClick={openApp}>
          <ExternalLink size={16} /> Open the app
        </button>
        <span className={css.mode} role="status">
          {failure ? recorderFailures[failure] : mode}
        </span>
        <button type="button" className={css.button} disabled={rows.length === 0} onClick={() => step(-1)}>
          <StepBack size={16} /> Back
        </button>
        <button type="button" className={css.button} disabled={at === null} onClick={() => step(1)}>
          <StepForward size={16} /> Forward
        </button>
        <button
          type="button"
          className={css.button}
          aria-pressed={at === null}
          onClick={() => actor.send({ type: 'live.resume' })}
        >
          <Radio size={16} /> Live
        </button>
        {recording ? (
          <button
            type="button"
            className={css.button}
            onClick={() => recorder.send({ type: 'record.stop', seq: last })}
          >
            <Square size={16} /> Stop recording
          </button>
        ) : (
          <button
            type="button"
            className={css.button}
            disabled={!recorderState.can({ type: 'record.start', seq: last })}
            onClick={() => recorder.send({ type: 'record.start', seq: last })}
          >
            <Circle size={16} /> Record
          </button>
        )}
        {replaying ? (
          <button type="button" className={css.button} onClick={() => recorder.send({ type: 'replay.stop' })}>
            <Square size={16} /> Stop replay
          </button>
        ) : (
          <button
            type="button"
            className={css.button}
            disabled={!recorderState.can({ type: 'replay.start' })}
            onClick={() => recorder.send({ type: 'replay.start' })}
          >
            <Play size={16} /> Replay
          </button>
        )}
        <select
          className={css.narrowField}
          aria-label="Export as a test"
          disabled={steps === null || steps.length === 0}
          value={exported ?? ''}
          onChange={({ target }) => setExported(target.value || null)}
        >
          <option value="">Export…</option>
          {recordedPaths(steps ?? []).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </header>

      <ActorTree
        actors={actors}
        version={client.actorsVersion()}
        charts={charts}
        selection={selection}
        onChoose={select}
      />
      <section className={css.chart} aria-label="Shown">
        {steps && exported !== null ? (
          <ExportedTest text={writeTest(steps, exported)} onClose={() => setExported(null)} />
        ) : name === null ? (
          <GettingStarted />
        ) : (
          <Suspense fallback={<p className={css.empty}>Drawing the charts…</p>}>
            <ChartPane charts={charts} name={name} shown={shownActor === null ? null : shown} />
          </Suspense>
        )}
      </section>

      <main className={css.panels}>
        <section className={css.panel} aria-label="Log">
          <div className={css.row}>
            <h2 className={css.title}>Events</h2>
            <span className={css.status}>{rows.length.toLocaleString('en')}</span>
            <input
              className={css.field}
              type="search"
              aria-label="Find in the log"
              placeholder="Find"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <label className={css.row}>
              <input
                type="checkbox"
                checked={onlyThis}
                onChange={({ target }) => setOnlyThis(target.checked)}
              />
              only {path ?? 'this actor'}
            </label>
          </div>
          <EventLog rows={rows} at={at} onChoose={selectEntry} onStep={step} />
        </section>
        <section className={css.panel} aria-label="Context">
          <h2 className={css.title}>
            {selectedEntry ? `After ${selectedEntry.event}` : `Context of ${path ?? '…'}`}
          </h2>
          <JsonView
            value={
              watched &&
              (selectedEntry ? { event: watched.event, context: watched.context } : watched.context)
            }
          />
        </section>
        <section className={css.panel} aria-label="Send">
          <h2 className={css.title}>Send to {path ?? '…'}</h2>
          {selectedEntry ? (
            <p className={css.status}>This is the past. Go live to send.</p>
          ) : (
            <SendEventForm
              key={shownActor}
              accepts={watched?.accepts ?? []}
              busy={now.hasTag('busy')}
              result={sendResult}
              onSend={(event) => path !== null && actor.send({ type: 'event.send', path, event })}
            />
          )}
        </section>
      </main>
    </div>
  );
}

function ChartPane({
  charts,
  name,
  shown,
}: Pick<Props, 'charts'> & { name: string; shown: LogEntry | null }) {
  const layout = use(charts).find((chart) => chart.name === name);
  if (!layout) return <p className={css.empty}>There is no chart of {name}.</p>;
  const { lit, taken, seq } = shown ?? { lit: [], taken: [], seq: 0 };
  return <LiveChart key={name} layout={layout} lit={lit} taken={taken} step={seq} />;
}

function GettingStarted() {
  return (
    <div className={css.empty}>
      <p>No page of the app is open in this browser yet.</p>
      <ol className={css.steps}>
        <li>Open the app beside this window: its actors appear here as they start.</li>
        <li>Play. The chart of the chosen actor lights up, and every event stands in the log.</li>
        <li>Choose an event to see what was active after it. Nothing in the app goes back.</li>
      </ol>
    </div>
  );
}

function ExportedTest({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className={css.panel}>
      <div className={css.row}>
        <h2 className={css.title}>The walk as a test</h2>
        <button type="button" className={css.button} onClick={() => void navigator.clipboard.writeText(text)}>
          Copy
        </button>
        <button type="button" className={css.button} onClick={onClose}>
          Back to the chart
        </button>
      </div>
      <textarea className={css.text} aria-label="Test" readOnly spellCheck={false} value={text} />
    </div>
  );
}

function JsonView({ value }: { value: unknown }) {
  const text = useMemo(() => (value == null ? '' : JSON.stringify(value, null, 2)), [value]);
  return (
    <pre
      className={css.json}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by key.
      tabIndex={0}
    >
      {text}
    </pre>
  );
}
