import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { Option, type OptionOrPair, type League } from '#contract/models.ts';

/** An option by itself: one of those to choose from. */
export const SingleOption = v.object({
  ...v.pick(Option, ['id', 'name', 'image']).entries,
  /** May the caller give it a picture? */
  is_staff: v.optional(v.boolean()),
});
export type SingleOption = Readonly<v.InferOutput<typeof SingleOption>>;

/** How a place of a game looks, wherever it is named. A pair has an id of its own, below zero, where no option's is. */
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

/** The options that stand in one place of a game: one, or a pair's two. */
export const singleIdsOf =
  (faces: Faces) =>
  (id: number): number[] =>
    faces[id]?.pair?.map((one) => one.id) ?? [id];

/** A place as it is sent. */
export const toOptionInput = (faces: Faces, id: number): v.InferInput<typeof OptionOrPair> =>
  faces[id]?.pair ? singleIdsOf(faces)(id) : id;

/** Would somebody meet themselves? */
export function hasDuplicateOption(faces: Faces, places: readonly number[]): boolean {
  const members = places.flatMap(singleIdsOf(faces));
  return new Set(members).size < members.length;
}

/** Its picture wherever it is named. */
export const withPicture = (faces: Faces, option: number, image: string): Record<string, Face> => {
  const dressed = <One extends SingleOption>(one: One): One => (one.id === option ? { ...one, image } : one);
  return Object.fromEntries(
    Object.entries(faces).map(([id, { pair, ...face }]) => {
      if (!pair) return [id, dressed(face)];
      const [one, other] = [dressed(pair[0]), dressed(pair[1])];
      return [id, { ...face, image: one.image, pair: [one, other] }];
    }),
  );
};

/** The pair that two of them make: the same two are the same pair, whoever was first. */
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
