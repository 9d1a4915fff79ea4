import { AlarmClock, Bell, Goal, Mail, MessageCircle, PencilLine, Pin, Trophy, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Item } from '#contract/models.ts';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import type { NotificationEntry } from '#domain/group-by-item.ts';
import { useT } from '#i18n/react.tsx';
import { hasResult, outcomeOf, sidesOf } from '#screens/item-card/item-display.ts';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { DateText } from '#ui/primitives/DateText.tsx';
import * as css from './NotificationItem.css.ts';

const kindIcons: Readonly<Record<NotificationKind, ReactNode>> = {
  new_game: <Trophy size="1em" />,
  closing: <AlarmClock size="1em" />,
  results: <Goal size="1em" />,
  correction: <PencilLine size="1em" />,
  comment: <MessageCircle size="1em" />,
  invited: <Mail size="1em" />,
  joined: <UserPlus size="1em" />,
  pinned: <Pin size="1em" />,
};
// A newer server may send an unknown kind.
const iconOf = (kind: string): ReactNode =>
  new Map<string, ReactNode>(Object.entries(kindIcons)).get(kind) ?? <Bell size="1em" />;

type Props = { entry: NotificationEntry; now: number; isNew: boolean };

/** One notification, or all of one match: the newest with the match as it is now, the earlier ones below. */
export function NotificationItem({ entry, now, isNew }: Props) {
  const t = useT();
  const { section, member } = entry.publisher_data;
  const by = member ?? section;
  const icon = iconOf(entry.kind);
  const isMatch = entry.item !== null && sidesOf(entry.item) !== null;
  return (
    <a href={`#/${entry.link}`} className={css.entry} data-state={isNew ? 'new' : 'read'}>
      {isMatch ? (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      ) : (
        <span className={css.face}>
          <Avatar name={by?.name ?? t('appName')} image={by?.image ?? null} decorative />
          <span className={css.badge} aria-hidden="true">
            {icon}
          </span>
        </span>
      )}
      <span className={css.textColumn}>
        <bdi className={css.title}>{entry.title}</bdi>
        {isMatch && entry.item ? (
          <NotificationMatch item={entry.item} />
        ) : (
          entry.description && <bdi className={css.text}>{entry.description}</bdi>
        )}
        <span className={css.footer}>
          <DateText at={entry.created} now={now} />
          {isMatch && section && <bdi>{section.name}</bdi>}
        </span>
        {entry.earlier.map(({ id, title, created }) => (
          <span key={id} className={css.earlier}>
            <bdi>{title}</bdi> <DateText at={created} now={now} />
          </span>
        ))}
      </span>
      {isNew && <span className={css.dot} role="img" aria-label={t('newTag')} />}
    </a>
  );
}

/** The match as it is now: both sides, the score if there is one, the caller's pick and its points. */
function NotificationMatch({ item }: { item: Item }) {
  const t = useT();
  const [home, away] = sidesOf(item) ?? [];
  if (!home || !away) return null;
  const outcome = outcomeOf(item);
  const picked = home.value !== null && away.value !== null;
  return (
    <>
      <span className={css.match}>
        <span className={css.side}>
          <OptionCrest of={home} size="small" />
          <OptionName of={home} />
        </span>
        {hasResult(item) && (
          <ScorePair
            home={{ name: home.name, score: home.result }}
            away={{ name: away.name, score: away.result }}
          />
        )}
        <span className={css.side}>
          <OptionName of={away} />
          <OptionCrest of={away} size="small" />
        </span>
      </span>
      {(picked || outcome) && (
        <span className={css.pick}>
          {picked && (
            <>
              {t('picked')}
              <ScorePair
                size="small"
                tone="mine"
                home={{ name: home.name, score: home.value }}
                away={{ name: away.name, score: away.value }}
              />
            </>
          )}
          {outcome && <Outcome kind={outcome} points={item.pts ?? 0} />}
        </span>
      )}
    </>
  );
}
