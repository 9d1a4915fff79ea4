import { Avatar } from '#ui/people/Avatar.tsx';
import * as css from './ObjectionList.css.ts';

type Props = {
  objections: readonly {
    readonly member: { readonly id: number; readonly name: string; readonly image: string | null };
    readonly words: string;
  }[];
};

/** Who objects to a result, each with their words. */
export function ObjectionList({ objections }: Props) {
  return (
    <ul className={css.list}>
      {objections.map(({ member, words }) => (
        <li key={member.id} className={css.objection}>
          <Avatar name={member.name} image={member.image} size="small" decorative />
          <span className={css.textColumn}>
            <bdi className={css.name}>{member.name}</bdi>
            <span dir="auto">{words}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
