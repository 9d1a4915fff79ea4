import type { Shared } from '#machines/share-target.ts';

/** What another app has shared, from its screen to the composer of the chosen chat. */
export type ShareHandoff = {
  hand(post: number, shared: Shared): void;
  /** What was handed to this chat, once. */
  take(post: number): Shared | null;
};

/** One a page, for the member who chose. `taken`: the device need not keep it any longer. */
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
