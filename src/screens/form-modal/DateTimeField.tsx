import { fromIsraelInput, toIsraelInput } from '#i18n/israel-time.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useServerNow } from '#screens/app-context.tsx';
import type { FieldProps } from '#ui/form/Field.tsx';
import { Select } from '#ui/form/Select.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import * as css from './DateTimeField.css.ts';

type Props = FieldProps & {
  disabled?: boolean;
  /** ISO time, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Default time of a newly chosen day: most matches start then. */
const defaultTime = '22:00';
const twoDigits = (number: number) => String(number).padStart(2, '0');
const hours = Array.from({ length: 24 }, (_, hour) => twoDigits(hour));
const fiveMinuteSteps = Array.from({ length: 12 }, (_, at) => twoDigits(at * 5));

/**
 * Date and time in Israel's time zone, from today to the end of next year, in 24 hours whatever the device's
 * locale. A native datetime input would use the device's format.
 */
export function DateTimeField({ value, onChange, disabled = false, ...field }: Props) {
  const t = useT();
  const now = useServerNow(60_000);
  const dateMax = useAppData()?.activeParams.dateMax;
  const [day = '', time = defaultTime] = value === null ? [] : toIsraelInput(value).split('T');
  const [hour = '', minute = ''] = time.split(':');
  const change = (to: { day?: string; hour?: string; minute?: string }) =>
    onChange(fromIsraelInput(`${to.day ?? day}T${to.hour ?? hour}:${to.minute ?? minute}`));
  const choices = (values: readonly string[]) => values.map((one) => ({ value: one, label: one }));
  return (
    <div className={css.dateTime}>
      <TextField
        {...field}
        disabled={disabled}
        type="date"
        dir="ltr"
        min={toIsraelInput(new Date(now).toISOString()).slice(0, 10)}
        max={dateMax}
        value={day}
        onChange={(chosen) => change({ day: chosen })}
      />
      {value !== null && (
        <div className={css.time} dir="ltr" role="group" aria-label={t('chooseTime')}>
          <Select
            label={t('hours')}
            hideLabel
            disabled={disabled}
            value={hour}
            options={choices(hours)}
            onChange={(chosen) => change({ hour: chosen })}
          />
          <span aria-hidden="true">:</span>
          <Select
            label={t('minutes')}
            hideLabel
            disabled={disabled}
            value={minute}
            options={choices(
              fiveMinuteSteps.includes(minute) ? fiveMinuteSteps : [...fiveMinuteSteps, minute].toSorted(),
            )}
            onChange={(chosen) => change({ minute: chosen })}
          />
        </div>
      )}
    </div>
  );
}
