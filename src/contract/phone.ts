const israeliMobile = /^\+9725\d{8}$/;

/**
 * Parses an Israeli mobile number as typed: spaces, dashes and brackets are dropped, a leading 0 becomes +972.
 * Returns E.164 (`+972501234567`), or null if it is not an Israeli mobile number (decisions §5).
 */
export function parsePhone(typed: string): string | null {
  const digits = typed.replace(/[\s\-().\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const e164 = digits
    .replace(/^00972/, '+972')
    .replace(/^972/, '+972')
    .replace(/^\+9720/, '+972')
    .replace(/^0/, '+972');
  return israeliMobile.test(e164) ? e164 : null;
}

/** The number in local format: `050-123-4567`. */
export function formatPhone(e164: string): string {
  return e164.replace(/^\+972(\d{2})(\d{3})(\d{4})$/, '0$1-$2-$3');
}
