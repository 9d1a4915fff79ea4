import { Avatar, type Person } from './Avatar.tsx';
import * as css from './AvatarStack.css.ts';
import { useT } from '#i18n/react.tsx';

const maxShown = 5;

type Props = {
  people: readonly Person[];
  /** Number of members, where more than `people`. */
  total?: number;
  /** Accessible name of the list. */
  label: string;
};

/** Overlapping avatars, and the number of the rest. */
export function AvatarStack({ people, total = people.length, label }: Props) {
  const t = useT();
  const shown = people.slice(0, maxShown);
  const rest = total - shown.length;
  return (
    <ul className={css.faces} aria-label={label}>
      {shown.map((person) => (
        <li key={person.id} className={css.face}>
          <Avatar name={person.name} image={person.image ?? null} size="small" />
        </li>
      ))}
      {rest > 0 && (
        <li className={css.rest} aria-label={t('andMore', { count: rest })}>
          <bdi>+{rest}</bdi>
        </li>
      )}
    </ul>
  );
}
