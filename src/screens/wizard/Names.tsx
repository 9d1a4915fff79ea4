import type { Face } from '#contract/game-draft.ts';
import { Crest } from '#ui/Crest.tsx';
import * as css from './wizard.css.ts';

/** Who meets whom, in order: each a flag and a name of its own. */
export function Names({ faces }: { faces: readonly Face[] }) {
  return (
    <span className={css.names}>
      {faces.map((face) => (
        <span key={face.id} className={css.line}>
          <Crest name={face.name} image={face.image} size="small" />
          <bdi>{face.name}</bdi>
        </span>
      ))}
    </span>
  );
}
