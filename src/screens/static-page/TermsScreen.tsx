import { StaticPageScreen } from './StaticPageScreen.tsx';

/** Route `/terms`. */
export function TermsScreen() {
  return <StaticPageScreen slug="terms" />;
}
