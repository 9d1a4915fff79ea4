import { StaticPageScreen } from './WordsScreen.tsx';

/** Route `/terms`. */
export function TermsScreen() {
  return <StaticPageScreen slug="terms" />;
}
