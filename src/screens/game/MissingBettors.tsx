import { BellRing } from 'lucide-react';
import type { ResponseOf } from '#contract/calls.ts';
import type { Post } from '#contract/models.ts';
import { gameNameOf } from '#domain/game-name.ts';
import { isOpenAt } from '#domain/bet/missing-picks.ts';
import { useI18n } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useAppData, useMachines, useMe, useServerNow } from '#screens/app-context.tsx';
import { gameLink, whatsappHref } from '#screens/share.ts';
import { useResource } from '#screens/use-resource.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { LinkButton } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import * as css from './MissingBettors.css.ts';

type MissingBettor = ResponseOf<'missingBettors'>['results'][number];

/**
 * Members of the league who have not bet yet, without their bets, and a reminder for them. Nothing once the
 * game is closed.
 */
export function MissingBettors({ post }: { post: Post }) {
  const { t } = useI18n();
  const me = useMe();
  const { value: missing } = useResource(
    useMachines().resources.missingBettors,
    { post: post.id },
    { kind: 'missingBettors', game: post.id, league: post.section },
  );
  const league = useAppData()?.sections.find(({ id }) => id === post.section);
  const now = useServerNow(10_000);
  // The only member of a league has nobody to remind.
  if (league?.users === 1) return null;
  // Only members of the league get an answer.
  if (!missing || !post.items_data.some((item) => isOpenAt(item, now))) return null;
  const { results: people, count } = missing;
  const others = people.filter(({ id }) => id !== me?.id);
  if (others.length === 0) {
    return <p className={css.done}>{t(people.length > 0 ? 'onlyMeMissing' : 'everyoneBet')}</p>;
  }
  return (
    <Card as="section" labelledBy="missing-bettors">
      <Stack gap="x3">
        <Heading level={2} size="lead" id="missing-bettors">
          {t('whoIsMissing')}
        </Heading>
        <ul className={css.people} aria-labelledby="missing-bettors">
          {others.map((person) => (
            <li key={person.id} className={css.person}>
              <Avatar name={person.name} image={person.image} size="small" decorative />
              <span className={css.textColumn}>
                <bdi>{person.name}</bdi>
                {post.items_data.length > 1 && (
                  <span className={css.left}>{t('missingItems', { count: person.items })}</span>
                )}
              </span>
            </li>
          ))}
          {count > people.length && (
            <li className={css.person}>{t('andMore', { count: count - people.length })}</li>
          )}
        </ul>
        <ReminderButton post={post} people={others} />
      </Stack>
    </Card>
  );
}

/** WhatsApp reminder for the league's own group, with the game's link. */
function ReminderButton({ post, people }: { post: Post; people: readonly MissingBettor[] }) {
  const { t, formatList } = useI18n();
  const { formatWhen } = useDates();
  const now = useServerNow(60_000);
  const data = useAppData();
  const dates = post.items_data.flatMap((item) =>
    item.date !== null && isOpenAt(item, now) ? [item.date] : [],
  );
  const [deadline] = dates.toSorted();
  const text = t(deadline === undefined ? 'nudgeTextSometime' : 'nudgeText', {
    names: formatList(people.map(({ name }) => name)),
    game: gameNameOf(post),
    when: deadline === undefined ? '' : formatWhen(deadline, now),
    link: gameLink(data, post.id, null),
  });
  return (
    <LinkButton
      tone="quiet"
      full
      href={whatsappHref(text)}
      target="_blank"
      rel="noreferrer"
      icon={<BellRing size={20} />}
    >
      {t('nudge')}
    </LinkButton>
  );
}
