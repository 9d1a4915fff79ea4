import { useState } from 'react';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/kit.tsx';
import { AvatarStack } from '#ui/AvatarStack.tsx';
import { Card } from '#ui/Card.tsx';
import { Row, Heading, Stack } from '#ui/layout.tsx';
import { Select } from '#ui/Select.tsx';
import { MemberBets } from './MemberBets.tsx';
import * as css from './ItemView.css.ts';

/** The friends: until the start who has picked, and from then on what. */
export function Others({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  return (
    <Card as="section" labelledBy="others">
      <Stack gap="x4">
        <Heading level={2} id="others">
          {t(item.started ? 'memberBets' : 'whoHasBet')}
        </Heading>
        {item.started ? <Revealed item={item} /> : <Hidden item={item} post={post} />}
      </Stack>
    </Card>
  );
}

function Hidden({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  return (
    <Stack gap="x2">
      <Row gap="x3" wrap>
        {post && post.voters.length > 0 && (
          <AvatarStack people={post.voters} total={post.votes} label={t('whoHasBet')} />
        )}
        <span>{t('betsCount', { count: item.bettors })}</span>
      </Row>
      <p className={css.said}>{t('betsHidden')}</p>
    </Stack>
  );
}

function Revealed({ item }: { item: Item }) {
  const t = useT();
  const groups = useAppData()?.clans ?? [];
  const [group, choose] = useState<number | null>(null);
  return (
    <>
      {groups.length > 0 && (
        <div className={css.group}>
          <Select
            label={t('chooseClan')}
            value={String(group ?? '')}
            options={[
              { value: '', label: t('wholeLeague') },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => choose(value === '' ? null : Number(value))}
          />
        </div>
      )}
      <MemberBets key={group} item={item} group={group} />
    </>
  );
}
