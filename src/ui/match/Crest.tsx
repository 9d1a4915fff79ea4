import * as css from './Crest.css.ts';
import { cx } from '#ui/primitives/cx.ts';
import { useImage } from '#ui/primitives/use-image.ts';

type Props = { name: string; image?: string | null; size?: keyof typeof css.sizes };

const pictograph = /^\p{Extended_Pictographic}|^\p{Regional_Indicator}{2}/u;

/** Not letters: the full stop of `1.` would be drawn before the digit in Hebrew. */
const punctuation = /[\p{P}\s]/gu;

/** A team's or league's picture, or initials. Decorative: the name is shown beside it. */
export function Crest({ name, image: source, size = 'normal' }: Props) {
  const [image, onError] = useImage(source);
  const className = cx(css.crest, css.sizes[size]);
  if (image && pictograph.test(image)) {
    return (
      <span className={cx(className, css.emoji)} aria-hidden="true">
        {image}
      </span>
    );
  }
  if (image)
    return (
      <img
        className={className}
        src={image}
        onError={onError}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    );
  return (
    <span className={cx(className, css.letters)} aria-hidden="true">
      {Array.from(name.replace(punctuation, '')).slice(0, 2).join('')}
    </span>
  );
}
