/** Routes for members only; a guest is sent to sign in, and back afterwards. */
export const membersRoutes = [
  '/',
  '/main',
  '/games',
  '/section',
  '/share',
  '/staff',
  '/profile',
  '/profile/$id',
] as const;

const partsOf = (path: string) => path.replace(/\/$/, '').split('/');

/** Whether a path matches a member's route. */
export function isMembersPath(path: string): boolean {
  const parts = partsOf(path);
  return membersRoutes.some((route) => {
    const names = partsOf(route);
    return (
      names.length === parts.length &&
      names.every((name, at) => (name === '$id' ? parts[at] !== '' : name === parts[at]))
    );
  });
}
