import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import type { OptionOrPair } from '#contract/make-game-calls.ts';
import { Option, type League } from '#contract/models.ts';

/** A single option, as opposed to a pair. */
export const SingleOption = v.object({
  ...v.pick(Option, ['id', 'name', 'image']).entries,
  /** Whether the caller may change its picture. */
  is_staff: v.optional(v.boolean()),
});
export type SingleOption = Readonly<v.InferOutput<typeof SingleOption>>;

/** How an option or a pair is shown: name and picture. A pair has a negative id of its own. */
export const Face = v.object({
  id: v.number(),
  name: v.string(),
  image: v.nullable(v.string()),
  is_staff: v.optional(v.boolean()),
  pair: v.optional(v.tuple([SingleOption, SingleOption])),
});
export type Face = Readonly<Omit<v.InferOutput<typeof Face>, 'pair'>> & {
  readonly pair?: readonly [SingleOption, SingleOption] | undefined;
};
type Faces = Readonly<Record<string, Face>>;

/** In a league whose groups have two members, an option is a pair (decisions §6). */
export const playsInPairs = ({
  league,
}: {
  readonly league: Pick<League, 'groupMembersCount'> | null;
}): boolean => league?.groupMembersCount === limits.groupMembers;

/** The ids of the single options behind an id in a group: itself, or a pair's two. */
export const singleIdsOf =
  (faces: Faces) =>
  (id: number): number[] =>
    faces[id]?.pair?.map((one) => one.id) ?? [id];

/** An option or pair as sent: one id, or two. */
export const toOptionInput = (faces: Faces, id: number): v.InferInput<typeof OptionOrPair> =>
  faces[id]?.pair ? singleIdsOf(faces)(id) : id;

/** Whether a single option appears twice in these places of one item. */
export function hasDuplicateOption(faces: Faces, places: readonly number[]): boolean {
  const members = places.flatMap(singleIdsOf(faces));
  return new Set(members).size < members.length;
}

/** The faces with an option's new picture, also within its pairs. */
export const withPicture = (faces: Faces, option: number, image: string): Record<string, Face> => {
  const withImage = <One extends SingleOption>(one: One): One =>
    one.id === option ? { ...one, image } : one;
  return Object.fromEntries(
    Object.entries(faces).map(([id, { pair, ...face }]) => {
      if (!pair) return [id, withImage(face)];
      const [one, other] = [withImage(pair[0]), withImage(pair[1])];
      return [id, { ...face, image: one.image, pair: [one, other] }];
    }),
  );
};

/** The pair of two options; the known pair if these two, in either order, are one already. */
export function makePair(faces: Faces, one: SingleOption, other: SingleOption): Face {
  const known = Object.values(faces).find(
    ({ pair }) => pair && [one.id, other.id].every((id) => pair.some((member) => member.id === id)),
  );
  return {
    id: known?.id ?? Math.min(0, ...Object.values(faces).map(({ id }) => id)) - 1,
    name: `${one.name} + ${other.name}`,
    image: one.image,
    is_staff: false,
    pair: [one, other],
  };
}
