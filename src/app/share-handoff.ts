import type { Shared } from '#machines/share-target.ts';

/** Passes what another app shared from the share screen to the composer of the chosen chat. */
export type ShareHandoff = {
  hand(post: number, shared: Shared): void;
  /** What was handed to this chat, then null. */
  take(post: number): Shared | null;
};

/** Created once a page. Only the member who handed it over can take it. `taken`: called then, to delete the device's copy. */
export function createShareHandoff(member: () => number, taken: () => void): ShareHandoff {
  let handed: { readonly post: number; readonly member: number; readonly shared: Shared } | null = null;
  return {
    hand: (post, shared) => {
      handed = { post, member: member(), shared };
    },
    take: (post) => {
      if (handed?.post !== post || handed.member !== member()) return null;
      const { shared } = handed;
      handed = null;
      taken();
      return shared;
    },
  };
}
