import { Avatar } from '#ui/people/Avatar.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import * as css from './Gallery.css.ts';
import { flag, usePeople, useSampleText } from './samples.ts';

export function People() {
  const word = useSampleText();
  const people = usePeople();
  const [me = { id: 0, name: '' }] = people;
  return (
    <>
      <div className={css.flow}>
        <Avatar name={me.name} size="large" mine />
        {/* Enough names for every colour. */}
        {people.map((it) => (
          <Avatar key={it.id} name={it.name} />
        ))}
        <Avatar name={me.name} image={flag('jpn')} />
        <Avatar name={me.name} online />
        <Avatar name={me.name} online={false} />
        <Avatar name={me.name} size="small" decorative />
        <Avatar name={me.name} size="tiny" />
      </div>
      <AvatarStack people={people.slice(0, 3)} label={word('שלושה', 'Three')} />
      <AvatarStack people={people} total={14} label={word('מי כבר ניחש', 'Who has bet')} />
    </>
  );
}
