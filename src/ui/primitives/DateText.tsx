import { useDates } from '#i18n/use-dates.ts';

type Props = {
  at: string;
  /** Current time in milliseconds. With it, times within a day are relative. */
  now?: number;
};

/** Date and time in Israel's time zone. */
export function DateText({ at, now }: Props) {
  const { formatDate, formatRelative } = useDates();
  return <time dateTime={at}>{now === undefined ? formatDate(at) : formatRelative(at, now)}</time>;
}
