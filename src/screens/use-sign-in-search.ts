import { useLocation, useRouter } from '@tanstack/react-router';

/** Search parameters of a link to the sign-in page: signing in leads back to this address, without the open menu. */
export function useSignInSearch(): { return: string } {
  const router = useRouter();
  const { pathname, search, href } = useLocation();
  if (search.sheet !== 'menu') return { return: href };
  return { return: router.buildLocation({ to: pathname, search: { ...search, sheet: undefined } }).href };
}
