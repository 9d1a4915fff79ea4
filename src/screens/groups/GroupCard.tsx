import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { formatJoinCode } from '#contract/join-code.ts';
import type { Group } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { inviteValues, whatsappHref } from '#screens/share.ts';
import { LinkButton } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import * as css from './GroupsScreen.css.ts';

/** One of the caller's groups: a link to it, and its invitation. */
export function GroupCard({ group: { id, name, image, users, code } }: { group: Group }) {
  const t = useT();
  const data = useAppData();
  return (
    <Card as="li">
      <Stack gap="x3">
        <Link to="/clans-page" search={{ id }} className={css.open}>
          <Crest name={name} image={image} />
          <span className={css.textColumn}>
            <bdi className={css.name}>{name}</bdi>
            <span className={css.count}>{t('members', { count: users })}</span>
          </span>
        </Link>
        {code && (
          <Row gap="x2" between wrap>
            <bdi className={css.code}>{formatJoinCode(code)}</bdi>
            <LinkButton
              tone="quiet"
              size="small"
              href={whatsappHref(t('inviteGroupText', inviteValues(data, { name, code })))}
              target="_blank"
              rel="noreferrer"
              aria-label={`${t('inviteToClan')}: ${name}`}
              icon={<MessageCircle size={18} />}
            >
              {t('invite')}
            </LinkButton>
          </Row>
        )}
      </Stack>
    </Card>
  );
}
