import type { Language } from '#contract/language.ts';

const letters = ['א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח', 'ט', 'י', 'י״א', 'י״ב'];

/** Name of a group of the group stage: a letter as `בית א׳`, another name as it is. */
export function groupName(group: string | null, language: Language | null = 'he'): string {
  if (group === null) return '';
  if (language === 'en') return `Group ${group}`;
  const hebrew = /^[A-L]$/.test(group) ? (letters[group.charCodeAt(0) - 65] ?? group) : group;
  return `בית ${hebrew}${/^[א-י]$/.test(hebrew) ? '׳' : ''}`;
}
