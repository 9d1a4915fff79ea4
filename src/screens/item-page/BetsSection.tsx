import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { GroupPicker, useActiveGroup } from '#screens/groups/GroupPicker.tsx';
import { MembersOnly } from '#screens/league/MembersOnly.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Row, Heading, Stack } from '#ui/primitives/Stack.tsx';
import { MemberBets } from './MemberBets.tsx';
import * as css from './ItemView.css.ts';

/** The others' bets: before the start who has bet, after it what. */
export function BetsSection({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  return (
    <Card as="section" labelledBy="bets">
      <Stack gap="x4">
        <Heading level={2} id="bets">
          {t(item.started ? 'memberBets' : 'whoHasBet')}
        </Heading>
        {item.started ? (
          post && (
            <MembersOnly section={post.section}>
              <RevealedBets item={item} section={post.section} />
            </MembersOnly>
          )
        ) : (
          <HiddenBets item={item} post={post} />
        )}
      </Stack>
    </Card>
  );
}

function HiddenBets({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  return (
    <Stack gap="x2">
      <Row gap="x3" wrap>
        {post && post.voters.length > 0 && (
          <AvatarStack people={post.voters} total={post.votes} label={t('whoHasBet')} />
        )}
        <span>{t('betsCount', { count: item.bettors })}</span>
      </Row>
      <p className={css.statusText}>{t('betsHidden')}</p>
    </Stack>
  );
}

function RevealedBets({ item, section }: { item: Item; section: number | null }) {
  const active = useActiveGroup();
  return (
    <>
      <GroupPicker active={active} section={section} />
      {active.ready && <MemberBets key={active.group} item={item} group={active.group} />}
    </>
  );
}
