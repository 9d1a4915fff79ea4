import { useState } from 'react';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import * as css from './Description.css.ts';

/** Longer than three lines on a phone. */
const isLong = (text: string) => text.length > 140 || text.split('\n').length > 3;

/** A game's text; a long one is collapsed to three lines. */
export function Description({ text }: { text: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const collapsible = isLong(text);
  return (
    <div>
      <p dir="auto" className={css.text} data-state={collapsible && !isOpen ? 'folded' : 'open'}>
        {text}
      </p>
      {collapsible && (
        <Button tone="plain" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'viewLess' : 'viewAll')}
        </Button>
      )}
    </div>
  );
}
