import type { Item } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { useServerNow } from '#screens/kit.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TimeTag } from '#ui/TimeTag.tsx';
import { closingOf } from './item-view.ts';

/** When it closes, where that matters today. Nothing at all for a match of next week. */
export function ClosingTag({ item }: { item: Item }) {
  const { t, ...dates } = useI18n();
  const now = useServerNow(10_000);
  const closing = closingOf(item, now, dates);
  if (!closing) return null;
  if (closing.state === 'void') return <Tag tone="missed">{t('voided')}</Tag>;
  if (closing.state === 'live') return <TimeTag state="live">{t('live')}</TimeTag>;
  if (closing.state === 'closed') return <TimeTag state="ended">{t('closed')}</TimeTag>;
  if (closing.state === 'today') return <TimeTag state="open">{dates.formatWhen(closing.date, now)}</TimeTag>;
  return <TimeTag state="soon">{t('closesIn', { time: dates.formatRelative(closing.until, now) })}</TimeTag>;
}
