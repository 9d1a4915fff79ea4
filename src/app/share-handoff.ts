import { removeShare } from '#actors/share-target.ts';
import type { Shared } from '#machines/share-target.ts';

/** Passes what another app shared from the share screen to the composer of the chosen chat. */
export type ShareHandoff = {
  hand(post: number, shared: Shared): void;
  /** What was handed to this chat. A text once, since it is a draft from then on; pictures until they are settled. */
  claim(post: number): Shared | null;
  /** The pictures that this chat has claimed are uploaded or given up. */
  settle(post: number): void;
};

type Handed = {
  readonly post: number;
  readonly member: number;
  readonly shared: Shared;
  readonly claimed: boolean;
};

/** Deletes the device's copy, which else expires by itself. */
export const removeCopy = (): void => void removeShare().catch(() => {});

/**
 * Created once a page. Only the member who handed it over can claim it. `onSettled` is called once
 * nothing would be lost with the device's copy.
 */
export function createShareHandoff(member: () => number, onSettled: () => void): ShareHandoff {
  let handed: Handed | null = null;
  const handedTo = (post: number) => (handed?.post === post && handed.member === member() ? handed : null);
  const forget = () => {
    handed = null;
    onSettled();
  };
  return {
    hand: (post, shared) => {
      handed = { post, member: member(), shared, claimed: false };
    },
    claim: (post) => {
      const found = handedTo(post);
      if (!found) return null;
      const { shared } = found;
      handed = { ...found, shared: { ...shared, text: '' }, claimed: true };
      if (shared.pictures.length === 0) forget();
      return shared;
    },
    settle: (post) => {
      if (handedTo(post)?.claimed) forget();
    },
  };
}
