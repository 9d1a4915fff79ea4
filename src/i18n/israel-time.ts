/** What `<input type="datetime-local">` holds, on Israel's clock: `2026-06-11T22:00`. */
export function toIsraelInput(iso: string): string {
  const { year, month, day, hour, minute } = partsOf(new Date(iso));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The moment that such an input means, in UTC; null where it holds none. */
export function fromIsraelInput(typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) || Number.isNaN(asUtc)) return null;
  // The offset depends on the moment sought; the second guess is right but in the hour the clocks skip.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Jerusalem',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function partsOf(moment: Date) {
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { year, month, day, hour, minute };
}

/** Israel's clock minus UTC at a moment, in milliseconds. */
function offsetAt(moment: number): number {
  const whole = Math.floor(moment / 60_000) * 60_000;
  return Date.parse(`${toIsraelInput(new Date(whole).toISOString())}Z`) - whole;
}
