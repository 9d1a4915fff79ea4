import { Fragment } from 'react';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { Crest } from '#ui/match/Crest.tsx';
import * as css from './wizard.css.ts';

/** Crest and name of an option; of a pair both. */
export function OptionLabel({ face }: { face: Face }) {
  return (
    <span className={css.line}>
      {(face.pair ?? [face]).map(({ id, name, image }, at) => (
        <Fragment key={id}>
          {at > 0 && <span aria-hidden="true">+</span>}
          <span className={css.labelPart}>
            <Crest name={name} image={image} size="small" />
            <bdi>{name}</bdi>
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** The options of a match or group, in order. */
export function OptionLabels({ faces }: { faces: readonly Face[] }) {
  return (
    <span className={css.names}>
      {faces.map((face) => (
        <OptionLabel key={face.id} face={face} />
      ))}
    </span>
  );
}
