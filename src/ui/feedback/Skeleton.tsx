import { useT } from '#i18n/react.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './Skeleton.css.ts';

type Line = readonly [kind: keyof typeof css.lines, ...bones: readonly (keyof typeof css.bones)[]];

const head: Line = ['head', 'face', 'text'];
const match: Line = ['match', 'crest', 'name', 'score', 'name', 'crest'];
const linesOf: Record<keyof typeof css.shapes, readonly Line[]> = {
  line: [['line', 'line']],
  card: [head],
  row: [['row', 'face', 'text']],
  tableRow: [['tableRow', 'rank', 'smallFace', 'text', 'rest']],
  game: [head, match, match, match, match],
  match: [
    ['board', 'bigCrest', 'score', 'bigCrest'],
    ['picks', 'score', 'score'],
  ],
  message: [['message', 'smallFace', 'bubble']],
};

/** Placeholder while loading, in the shape of the content. */
export function Skeleton({ shape, count = 1 }: { shape: keyof typeof css.shapes; count?: number }) {
  const t = useT();
  return (
    <div className={css.list} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css.shapes[shape]} data-skeleton={shape} aria-hidden="true">
          {linesOf[shape].map(([kind, ...bones], line) => (
            <div key={line} className={css.lines[kind]}>
              {bones.map((bone, at) => (
                <span key={at} className={css.bones[bone]} />
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
