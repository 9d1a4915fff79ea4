import { memo, Suspense, use } from 'react';
import type { Selection } from './machines/inspector.ts';
import type { ChartLayout } from './chart-layout.ts';
import * as css from './Inspector.css.ts';
import type { ActorInfo } from './protocol.ts';

type Props = {
  actors: ReadonlyMap<number, ActorInfo>;
  /** Changes with every change of `actors`, which stays the same map. */
  version: number;
  charts: Promise<readonly ChartLayout[]>;
  selection: Selection | null;
  onChoose: (selection: Selection) => void;
};

const indent = (depth: number) => ({ paddingInlineStart: `${0.75 + depth * 0.75}rem` });

/** The actors with their depth, each parent before its children. */
function depthFirst(
  actors: ReadonlyMap<number, ActorInfo>,
): readonly (readonly [ActorInfo, depth: number])[] {
  const children = new Map<number | null, ActorInfo[]>();
  for (const actor of actors.values()) {
    const siblings = children.get(actor.parent);
    if (siblings) siblings.push(actor);
    else children.set(actor.parent, [actor]);
  }
  const below = (parent: number | null, depth: number): (readonly [ActorInfo, number])[] =>
    (children.get(parent) ?? []).flatMap((actor) => [[actor, depth] as const, ...below(actor.id, depth + 1)]);
  return below(null, 0);
}

/** The running actors, and all charts. */
export const ActorTree = memo(function Tree({ actors, charts, selection, onChoose }: Props) {
  const shown = selection !== null && 'actor' in selection ? selection.actor : null;
  return (
    <nav className={css.tree} aria-label="Actors and charts">
      <h2 className={css.heading}>Actors</h2>
      <ul aria-label="Actors">
        {depthFirst(actors).map(([actor, depth]) => (
          <ActorRow key={actor.id} {...{ actor, depth, onChoose }} isShown={actor.id === shown} />
        ))}
      </ul>
      <h2 className={css.heading}>Every chart</h2>
      <Suspense fallback={<p className={css.heading}>…</p>}>
        <ChartList {...{ charts, selection, onChoose }} />
      </Suspense>
    </nav>
  );
});

type ActorRowProps = { actor: ActorInfo; depth: number; isShown: boolean } & Pick<Props, 'onChoose'>;

/** Memoised by actor: there are many rows, and one actor's updates come often. */
const ActorRow = memo(function Actor({
  actor: { id, name, machine, states },
  depth,
  isShown,
  onChoose,
}: ActorRowProps) {
  return (
    <li>
      {machine === null ? (
        <p className={css.plainActor} style={indent(depth)}>
          {name}
        </p>
      ) : (
        <button
          type="button"
          className={css.actor}
          style={indent(depth)}
          aria-current={isShown}
          onClick={() => onChoose({ actor: id })}
        >
          {`${name} `}
          <span className={css.actorState}>{states.join(' & ')}</span>
        </button>
      )}
    </li>
  );
});

function ChartList({ charts, selection, onChoose }: Pick<Props, 'charts' | 'selection' | 'onChoose'>) {
  return (
    <ul aria-label="Every chart">
      {use(charts).map(({ name }) => (
        <li key={name}>
          <button
            type="button"
            className={css.actor}
            style={indent(0)}
            aria-current={selection !== null && 'chart' in selection && selection.chart === name}
            onClick={() => onChoose({ chart: name })}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
