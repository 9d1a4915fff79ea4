import { Fragment } from 'react';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { Crest } from '#ui/Crest.tsx';
import * as css from './wizard.css.ts';

/** Crest and name of an option; of a pair both. */
export function Name({ face }: { face: Face }) {
  return (
    <span className={css.line}>
      {(face.pair ?? [face]).map(({ id, name, image }, at) => (
        <Fragment key={id}>
          {at > 0 && <span aria-hidden="true">+</span>}
          <span className={css.one}>
            <Crest name={name} image={image} size="small" />
            <bdi>{name}</bdi>
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** The options of a match or group, in order. */
export function Names({ faces }: { faces: readonly Face[] }) {
  return (
    <span className={css.names}>
      {faces.map((face) => (
        <Name key={face.id} face={face} />
      ))}
    </span>
  );
}
