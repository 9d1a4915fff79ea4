import { Spoken } from '#ui/layout.tsx';

/** What a page is called where it shows no heading of its own: every page has one for those who hear it. */
export function PageTitle({ children }: { children: string }) {
  return (
    <Spoken>
      <h1>{children}</h1>
    </Spoken>
  );
}
