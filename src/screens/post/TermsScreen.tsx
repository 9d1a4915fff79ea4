import { WordsScreen } from './WordsScreen.tsx';

/** Route `/terms`. */
export function TermsScreen() {
  return <WordsScreen slug="terms" />;
}
