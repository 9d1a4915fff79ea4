import { useParams } from '@tanstack/react-router';
import { useMe } from '#screens/kit.tsx';
import { Mine } from './Mine.tsx';
import { Other } from './Other.tsx';

/** `/profile` and one's own number: mine. Any other: what friends see of one another. */
export function ProfileScreen() {
  const me = useMe();
  const { id }: { id?: string } = useParams({ strict: false });
  if (id === undefined || Number(id) === me?.id) return <Mine />;
  return <Other key={id} id={Number(id)} />;
}
