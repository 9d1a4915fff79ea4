import type { Bettor, Item, League, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useMachines, useMe } from '#screens/app-context.tsx';
import { GroupSelect, useActiveGroup } from '#screens/groups/GroupPicker.tsx';
import { MembersOnly } from '#screens/league/MembersOnly.tsx';
import { useResource } from '#screens/use-resource.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { MemberBets } from './MemberBets.tsx';
import { SealCheckLine } from './SealLines.tsx';
import * as css from './BetsSection.css.ts';

/** The others' bets: before the start who has bet, after it their picks. */
export function BetsSection({ item, post }: { item: Item; post: Post | null }) {
  return (
    <Card as="section" labelledBy="bets">
      <Stack gap="x2">
        {item.started ? <RevealedBets item={item} post={post} /> : <HiddenBets item={item} post={post} />}
      </Stack>
    </Card>
  );
}

function HiddenBets({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  const league = useAppData()?.sections.find(({ id }) => id === post?.section);
  return (
    <>
      <div className={css.head}>
        <Heading level={2} size="lead" id="bets">
          {t('whoHasBet')}
        </Heading>
        <span className={css.quiet}>{t('betsCount', { count: item.bettors })}</span>
      </div>
      {post && (
        <MembersOnly section={post.section}>{league && <Bettors item={item} league={league} />}</MembersOnly>
      )}
      {item.status !== 'void' && <p className={css.quiet}>{t('betsHidden')}</p>}
    </>
  );
}

/** Maximum number of placeholder faces. */
const mostAwaited = 20;

const AwaitedFaces = ({ count }: { count: number }) =>
  count > 0 && (
    <div className={css.faces}>
      {Array.from({ length: Math.min(count, mostAwaited) }, (_, index) => (
        <span key={index} className={cx(css.person, css.awaited)} />
      ))}
    </div>
  );

/** Which members of the league have bet, and which have not. */
function Bettors({ item, league }: { item: Item; league: League }) {
  const t = useT();
  const { value } = useResource(
    useMachines().resources.bettors,
    { item: item.id },
    { kind: 'bettors', item: item.id, league: league.id },
  );
  if (!value)
    return (
      <div className={css.awaitedFaces} aria-hidden="true" data-skeleton="faces">
        <AwaitedFaces count={item.bettors} />
        {item.bettors < league.users && (
          <>
            <span className={css.quiet}>{t('notBetYet')}</span>
            <AwaitedFaces count={league.users - item.bettors} />
          </>
        )}
      </div>
    );
  const { results, count } = value;
  const bettors = results.filter(({ has_bet }) => has_bet);
  const waiting = results.filter(({ has_bet }) => !has_bet);
  return (
    <>
      {/* The list may have more pages; the item has the count. */}
      <Faces
        label={t('whoHasBet')}
        people={bettors}
        total={waiting.length === 0 && count > results.length ? item.bettors : bettors.length}
      />
      {waiting.length > 0 && (
        <>
          <span className={css.quiet}>{t('notBetYet')}</span>
          <Faces label={t('notBetYet')} people={waiting} total={count - bettors.length} />
        </>
      )}
    </>
  );
}

/** Number of members that are named. */
const maxFaces = 20;

function Faces({ label, people, total }: { label: string; people: readonly Bettor[]; total: number }) {
  const t = useT();
  const me = useMe()?.id;
  const shown = people.slice(0, maxFaces);
  if (shown.length === 0) return null;
  return (
    <ul className={css.faces} aria-label={label}>
      {shown.map(({ id, name, image, has_bet }) => (
        <li key={id} className={cx(css.person, !has_bet && css.waiting)}>
          <Avatar name={name} image={image} size="tiny" mine={id === me} decorative />
          <bdi>{name}</bdi>
          {has_bet && <Geresh drawn />}
        </li>
      ))}
      {total > shown.length && (
        <li className={css.person}>{t('andMore', { count: total - shown.length })}</li>
      )}
    </ul>
  );
}

function RevealedBets({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  const active = useActiveGroup();
  return (
    <>
      <div className={css.head}>
        <Heading level={2} size="lead" id="bets">
          {t('memberBets')}
        </Heading>
        <GroupSelect active={active} />
      </div>
      {post && (
        <MembersOnly section={post.section}>
          {active.ready && <MemberBets key={active.group} item={item} group={active.group} />}
          {post.section !== null && <SealCheckLine item={item.id} league={post.section} />}
        </MembersOnly>
      )}
    </>
  );
}
