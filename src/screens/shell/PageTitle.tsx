import { VisuallyHidden } from '#ui/primitives/Stack.tsx';

/** Visually hidden h1 for a page without a visible one. */
export function PageTitle({ children }: { children: string }) {
  return (
    <VisuallyHidden>
      <h1>{children}</h1>
    </VisuallyHidden>
  );
}
