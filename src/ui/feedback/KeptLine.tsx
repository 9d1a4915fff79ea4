import { History } from 'lucide-react';
import * as css from './KeptLine.css.ts';

/** A quiet line above what the device has kept: how old it is. */
export const KeptLine = ({ text }: { text: string }) => (
  <p role="status" className={css.line}>
    <History size={16} />
    <span>{text}</span>
  </p>
);
