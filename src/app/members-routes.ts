/** Routes of members: they lead a guest to sign in, and back afterwards. */
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

/** Whether a path is of one of them. */
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
