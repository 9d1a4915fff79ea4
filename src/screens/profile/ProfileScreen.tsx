import { useParams } from '@tanstack/react-router';
import { useMe } from '#screens/app-context.tsx';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { MyProfile } from './MyProfile.tsx';
import { MemberProfile } from './MemberProfile.tsx';

/** `/profile` and the caller's own id show MyProfile, any other id MemberProfile. */
export function ProfileScreen() {
  const me = useMe();
  const { id }: { id?: string } = useParams({ strict: false });
  const member = Number(id);
  if (id === undefined || member === me?.id) return <MyProfile />;
  // Not an id: shown without a request.
  if (!Number.isSafeInteger(member) || member < 1) return <NotFound />;
  return <MemberProfile key={id} id={member} />;
}
