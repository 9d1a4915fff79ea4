import * as css from './Avatar.css.ts';
import { cx } from '#ui/primitives/cx.ts';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { useImage } from '#ui/primitives/use-image.ts';
import { useT } from '#i18n/react.tsx';

export type Person = { readonly id: number; readonly name: string; readonly image?: string | null };

type Props = {
  name: string;
  image?: string | null;
  size?: keyof typeof css.sizes;
  /** Status dot: filled when online, a ring when offline. */
  online?: boolean;
  /** Ring in the caller's own colour. */
  mine?: boolean;
  /** The name is shown beside it. */
  decorative?: boolean;
};

/** A member's picture, or initials on a colour derived from the name. */
export function Avatar({
  name,
  image: source,
  size = 'normal',
  online,
  mine = false,
  decorative = false,
}: Props) {
  const t = useT();
  const [image, onError] = useImage(source);
  return (
    <span className={cx(css.avatar, css.sizes[size], mine && css.mine)}>
      {image ? (
        <img
          className={css.picture}
          src={image}
          onError={onError}
          alt={decorative ? '' : name}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <span
          className={cx(css.letters, toneFor(name))}
          role={decorative ? undefined : 'img'}
          aria-label={decorative ? undefined : name}
          aria-hidden={decorative || undefined}
        >
          {initials(name)}
        </span>
      )}
      {online !== undefined && (
        <>
          <span className={css.dot} data-online={online} />
          <VisuallyHidden>{t(online ? 'online' : 'offline')}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

/** The first letters of the first two words. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = (word: string | undefined) => Array.from(word ?? '')[0] ?? '';
  return (first(words[0]) + first(words[1])).toLocaleUpperCase() || '?';
}

/** The same name gets the same tone on every device. */
function toneFor(name: string): string | undefined {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return css.tones[sum % css.tones.length];
}
