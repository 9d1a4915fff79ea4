import { useParams } from '@tanstack/react-router';
import { useMe } from '#screens/kit.tsx';
import { Nowhere } from '#screens/shell/Nowhere.tsx';
import { Mine } from './Mine.tsx';
import { Other } from './Other.tsx';

/** `/profile` and one's own number: mine. Any other: what friends see of one another. */
export function ProfileScreen() {
  const me = useMe();
  const { id }: { id?: string } = useParams({ strict: false });
  const member = Number(id);
  if (id === undefined || member === me?.id) return <Mine />;
  // No number of anybody's, which the server would not even look for.
  if (!Number.isSafeInteger(member) || member < 1) return <Nowhere />;
  return <Other key={id} id={member} />;
}
