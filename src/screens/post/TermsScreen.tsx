import { WordsScreen } from './WordsScreen.tsx';

/** The terms, at their own address. */
export function TermsScreen() {
  return <WordsScreen slug="terms" />;
}
