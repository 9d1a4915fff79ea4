import { use } from 'react';
import { TopLevel, VisuallyHidden } from '#ui/primitives/Stack.tsx';

/** Visually hidden title of a page without a visible one. */
export function PageTitle({ children }: { children: string }) {
  const Title = `h${use(TopLevel)}` as const;
  return (
    <VisuallyHidden>
      <Title>{children}</Title>
    </VisuallyHidden>
  );
}
