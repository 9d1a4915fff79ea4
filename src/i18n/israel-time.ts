/** Value of an `<input type="datetime-local">` in Israel's time zone: `2026-06-11T22:00`. */
export function toIsraelInput(iso: string): string {
  const { year, month, day, hour, minute } = partsOf(new Date(iso));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** UTC time of such a value; null where it is invalid. */
export function fromIsraelInput(typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) || Number.isNaN(asUtc)) return null;
  // The offset depends on the result: the second guess is right except in the skipped hour.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}

const israelFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Jerusalem',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function partsOf(moment: Date) {
  const parts = Object.fromEntries(
    israelFormat.formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { year, month, day, hour, minute };
}

/** Israel's clock minus UTC at a moment, in milliseconds. */
function offsetAt(moment: number): number {
  const whole = Math.floor(moment / 60_000) * 60_000;
  return Date.parse(`${toIsraelInput(new Date(whole).toISOString())}Z`) - whole;
}
