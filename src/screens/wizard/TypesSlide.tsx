import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { typeShelf } from '#machines/type-shelf.ts';
import { Crest } from '#ui/Crest.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { WizardProps } from './kit.ts';
import * as css from './wizard.css.ts';

/** The tree of game types, a shelf at a time; the way back up is the wizard's own. */
export function TypesSlide({ actor }: WizardProps) {
  const shelf = useSelector(actor, ({ children }) => children.shelf);
  return shelf ? <Shelf key={shelf.sessionId} shelf={shelf} /> : <Skeleton shape="row" count={4} />;
}

function Shelf({ shelf }: { shelf: ActorRefFrom<typeof typeShelf> }) {
  const t = useT();
  const { types, chosen, failure } = useSelector(shelf, ({ context }) => context);
  const shown = useSelector(shelf, (snapshot) => snapshot.hasTag('shown'));
  const busy = useSelector(shelf, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(shelf, (snapshot) => snapshot.hasTag('failed'));
  return (
    <>
      {failed && (
        <ErrorState
          text={t(`failure.${failure?.kind ?? 'offline'}`)}
          onRetry={() => shelf.send({ type: 'shelf.retry' })}
        />
      )}
      {!shown && !failed && <Skeleton shape="row" count={4} />}
      <ul className={css.types}>
        {types.map(({ id, name, image, description }) => (
          <li key={id}>
            <button
              type="button"
              className={css.type}
              aria-busy={(busy && chosen?.id === id) || undefined}
              onClick={() => shelf.send({ type: 'type.choose', id })}
            >
              <Crest name={name} image={image} size="large" />
              <span className={css.typeName}>{name}</span>
              {description && <span className={css.soft}>{description}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
