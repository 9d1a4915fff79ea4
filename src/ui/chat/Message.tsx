import { CircleAlert, Clock, ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { useImage } from '#ui/primitives/use-image.ts';
import * as css from './Message.css.ts';

export type MessagePicture = {
  readonly id: number;
  /** Addresses of the full picture and of its thumbnail. */
  readonly url: string;
  readonly thumbnail: string;
  readonly width: number;
  readonly height: number;
};

/**
 * Delivery state of the caller's own message: sent, on its way, or waiting for a connection, the server or
 * its author.
 */
export type MessageState = 'sent' | 'sending' | 'waiting' | 'held' | 'refused';

type Props = {
  /** The author's id, which chooses the colour of the name. */
  memberId: number;
  name: string;
  image?: string | null;
  mine: boolean;
  /** First of consecutive messages by one member: shows the name. */
  firstOfRun: boolean;
  text: string;
  /** When it was sent: ISO, and formatted. */
  at: string;
  time: string;
  pictures?: readonly MessagePicture[];
  state?: MessageState;
  /** Deleted: a placeholder remains. */
  deleted?: boolean;
  onActions?: () => void;
  onRetry?: () => void;
  onDelete?: () => void;
};

/** One message, on its author's side, in the direction of its text. */
export function Message({
  memberId,
  name,
  image,
  mine,
  firstOfRun,
  deleted = false,
  state = 'sent',
  ...content
}: Props) {
  const side = mine ? 'mine' : 'theirs';
  const named = firstOfRun && !mine;
  const t = useT();
  return (
    <div className={css.row} data-first={firstOfRun || undefined} data-side={side} data-state={state}>
      {named && (
        <span className={css.face}>
          <Avatar name={name} image={image ?? null} size="small" decorative />
        </span>
      )}
      <div className={cx(css.column, css.sides[side])}>
        <div
          className={cx(css.bubble, css.fills[side], css.tails[side])}
          {...(!named && { role: 'group', 'aria-label': name })}
        >
          {named && <bdi className={cx(css.name, nameColorOf(memberId))}>{name}</bdi>}
          {deleted ? (
            <span className={css.deleted}>{t('messageGone')}</span>
          ) : (
            <>
              {content.pictures && content.pictures.length > 0 && (
                <Pictures name={name} pictures={content.pictures} />
              )}
              {content.text && (
                <p dir="auto" className={css.text}>
                  <TextWithLinks text={content.text} />
                </p>
              )}
            </>
          )}
          <span className={css.footer}>
            <time dateTime={content.at}>{content.time}</time>
            {mine && !deleted && <DeliveryIcon state={state} />}
          </span>
        </div>
        {content.onActions && !deleted && (
          <button
            type="button"
            className={cx(css.more, css.beside[side])}
            aria-label={t('messageActions')}
            aria-haspopup="dialog"
            title={t('messageActions')}
            onClick={content.onActions}
          />
        )}
        <UnsentActions state={state} {...content} />
      </div>
    </div>
  );
}

const nameColorOf = (member: number) => css.nameColors[member % css.nameColors.length];

function DeliveryIcon({ state }: { state: MessageState }) {
  const t = useT();
  if (state === 'sent')
    return (
      <span role="img" aria-label={t('messageSent')}>
        ✓
      </span>
    );
  if (state === 'refused') return <CircleAlert size={14} />;
  return <Clock size={14} {...(state === 'sending' && { role: 'img', 'aria-label': t('messageSending') })} />;
}

const unsentTexts = { waiting: 'messageWaiting', held: 'messageHeld', refused: 'messageRefused' } as const;

function UnsentActions({
  state,
  onRetry,
  onDelete,
}: Pick<Props, 'onRetry' | 'onDelete'> & { state: MessageState }) {
  const t = useT();
  if (state === 'sent' || state === 'sending') return null;
  return (
    <div className={css.unsent}>
      <span>{t(unsentTexts[state])}</span>
      <span className={css.unsentActions}>
        <Button tone="plain" size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button tone="plain" size="small" onClick={onDelete}>
          {t('delete')}
        </Button>
      </span>
    </div>
  );
}

/** Space is reserved by the pictures' dimensions: nothing shifts when they load. */
function Pictures({ name, pictures }: { name: string; pictures: readonly MessagePicture[] }) {
  return (
    <div className={css.pictures} data-many={pictures.length > 1 || undefined}>
      {pictures.map(({ id, url, thumbnail, width, height }) => (
        <a
          key={id}
          href={url}
          target="_blank"
          rel="noopener"
          className={css.frame}
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          <Picture name={name} source={pictures.length > 1 ? thumbnail : url} width={width} height={height} />
        </a>
      ))}
    </div>
  );
}

/** One picture; an icon where it cannot be loaded. */
function Picture(props: { name: string; source: string; width: number; height: number }) {
  const { name, source, width, height } = props;
  const t = useT();
  const [image, onError] = useImage(source);
  const label = t('messagePicture', { name });
  if (image === null)
    return (
      <span role="img" aria-label={label} className={css.missingPicture}>
        <ImageOff size={24} />
      </span>
    );
  return (
    <img
      className={css.picture}
      src={image}
      alt={label}
      width={width}
      height={height}
      decoding="async"
      draggable={false}
      onError={onError}
    />
  );
}

const urlPattern = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}״׳])/iu;

/** Plain text, with http(s) addresses as links: each isolated, so that it reorders nothing around it. */
export function TextWithLinks({ text }: { text: string }): ReactNode {
  return text.split(urlPattern).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <bdi key={at}>
        <a href={part} className={css.link} target="_blank" rel="noopener nofollow ugc">
          {part}
        </a>
      </bdi>
    ),
  );
}

/** Day divider. */
export function DayDivider({ at, now }: { at: string; now: number }) {
  const t = useT();
  const { formatDay } = useDates();
  const words = new Map([
    [formatDay(now - 86_400_000), t('yesterday')],
    [formatDay(now), t('today')],
  ]);
  const day = formatDay(at);
  return (
    <p className={css.dayDivider}>
      <time dateTime={at} className={css.day}>
        {words.get(day) ?? day}
      </time>
    </p>
  );
}

/** Divider above the first unread message. */
export function UnreadDivider() {
  const t = useT();
  return <p className={css.unreadDivider}>{t('unreadLine')}</p>;
}
