import { fromIsraelInput, momentOn, nearDays, toIsraelInput } from '#contract/israel-time.ts';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useAppData, useServerNow } from '#screens/app-context.tsx';
import { Field, type FieldProps } from '#ui/form/Field.tsx';
import { Select } from '#ui/form/Select.tsx';
import * as css from './DateTimeField.css.ts';

type Props = FieldProps & {
  disabled?: boolean;
  /** Pressing the chosen day again does not clear it. */
  required?: boolean;
  /** ISO time, or null. */
  value: string | null;
  onChange: (value: string | null) => void;
};

const twoDigits = (number: number) => String(number).padStart(2, '0');
const hours = Array.from({ length: 24 }, (_, hour) => twoDigits(hour));
const fiveMinuteSteps = Array.from({ length: 12 }, (_, at) => twoDigits(at * 5));

/**
 * Date and time in Israel's time zone, from today to the end of next year: near days by a tap, others from the
 * calendar. Both are shown as everywhere in the app: a native field would use the device's format.
 */
export function DateTimeField({ value, onChange, disabled = false, required = false, ...field }: Props) {
  const t = useT();
  const { formatDay } = useDates();
  const now = useServerNow(60_000);
  const dateMax = useAppData()?.activeParams.dateMax;
  const [day = '', time = null] = value === null ? [] : toIsraelInput(value).split('T');
  const [hour = '', minute = ''] = time?.split(':') ?? [];
  const { today, tomorrow, saturday } = nearDays(now);
  const near = [
    { name: t('today'), of: today },
    { name: t('tomorrow'), of: tomorrow },
    ...(saturday === null ? [] : [{ name: t('saturday'), of: saturday }]),
  ];
  const isFar = value !== null && near.every(({ of }) => of !== day);
  const chooseDay = (chosen: string) => onChange(momentOn(chosen, time, now));
  const choices = (values: readonly string[]) => values.map((one) => ({ value: one, label: one }));
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <div className={css.dateTime}>
          <div className={css.days}>
            {near.map(({ name, of }) => (
              <button
                key={of}
                type="button"
                className={css.day}
                disabled={disabled}
                aria-pressed={of === day}
                aria-describedby={`${id}-label`}
                onClick={() => (of === day && !required ? onChange(null) : chooseDay(of))}
              >
                {name}
              </button>
            ))}
            <span className={css.day} data-chosen={isFar ? '' : undefined}>
              <span aria-hidden="true">{isFar ? formatDay(value) : t('chooseDay')}</span>
              {/* Invisible, over the whole chip: its own text would have the device's format. */}
              <input
                id={id}
                type="date"
                className={css.calendar}
                aria-describedby={describedBy}
                aria-invalid={invalid || undefined}
                disabled={disabled}
                min={today}
                max={dateMax}
                value={day}
                onChange={({ target }) => chooseDay(target.value)}
              />
            </span>
          </div>
          {value !== null && (
            <div className={css.time} dir="ltr" role="group" aria-label={t('chooseTime')}>
              <Select
                label={t('hours')}
                hideLabel
                disabled={disabled}
                value={hour}
                options={choices(hours)}
                onChange={(chosen) => onChange(fromIsraelInput(`${day}T${chosen}:${minute}`))}
              />
              <span aria-hidden="true">:</span>
              <Select
                label={t('minutes')}
                hideLabel
                disabled={disabled}
                value={minute}
                options={choices(
                  fiveMinuteSteps.includes(minute)
                    ? fiveMinuteSteps
                    : [...fiveMinuteSteps, minute].toSorted(),
                )}
                onChange={(chosen) => onChange(fromIsraelInput(`${day}T${hour}:${chosen}`))}
              />
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
