import { useLocation, useRouter } from '@tanstack/react-router';

/** Search parameters of a link to the sign-in page: afterwards one is back exactly here, the menu closed. */
export function useSignInSearch(): { return: string } {
  const router = useRouter();
  const { pathname, search, href } = useLocation();
  if (search.sheet !== 'menu') return { return: href };
  return { return: router.buildLocation({ to: pathname, search: { ...search, sheet: undefined } }).href };
}
