import { History } from 'lucide-react';
import * as css from './StaleLine.css.ts';

/** A quiet line above what the device has stored: how old it is. */
export const StaleLine = ({ text }: { text: string }) => (
  <p role="status" className={css.line}>
    <History size={16} />
    <span>{text}</span>
  </p>
);
