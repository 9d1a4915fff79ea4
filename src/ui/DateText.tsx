import { useI18n } from '#i18n/react.tsx';

type Props = {
  at: string;
  /** The time it is: then app-style, in minutes or hours while that says more than a date. */
  now?: number;
};

/** When something was or will be, on Israel's clock. */
export function DateText({ at, now }: Props) {
  const { formatDate, formatRelative } = useI18n();
  return <time dateTime={at}>{now === undefined ? formatDate(at) : formatRelative(at, now)}</time>;
}
