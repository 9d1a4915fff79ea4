import { useI18n } from '#i18n/react.tsx';

/** Picks the sample text of the current language. */
export function useSampleText(): (hebrew: string, english: string) => string {
  const { code } = useI18n();
  return (hebrew, english) => (code === 'heb' ? hebrew : english);
}

/** The current time of the samples. */
export const now = Date.parse('2026-06-20T18:00:00Z');
/** The time `minutes` before `now`, ISO. */
export const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

export const nothing = () => undefined;
export const flag = (code: string) => `/assets/flags/${code}.svg`;

const names = [
  ['נועה ברקוביץ׳', 'Noa Berkowitz'],
  ['איתי כהן', 'Itay Cohen'],
  ['Dana Levi', 'דנה לוי'],
  ['יוסי אברהמי', 'Yossi Avrahami'],
  ['מאיה', 'Maya'],
  ['עומר בן-דוד', 'Omer Ben-David'],
  ['שירה פרץ', 'Shira Peretz'],
  ['תום', 'Tom'],
  ['ליאור חזן', 'Lior Hazan'],
  ['רוני מלכה', 'Roni Malka'],
] as const;

/** Sample members; one name is in the other script. */
export function usePeople(): { id: number; name: string }[] {
  const word = useSampleText();
  return names.map(([hebrew, english], index) => ({ id: index + 1, name: word(hebrew, english) }));
}

/** Sample teams: one with a flag, one with a long name, one without a picture. */
export function useTeams() {
  const word = useSampleText();
  return {
    argentina: { name: word('ארגנטינה', 'Argentina'), image: flag('arg') },
    brazil: { name: word('ברזיל', 'Brazil'), image: flag('bra') },
    bosnia: { name: word('בוסניה והרצגובינה', 'Bosnia and Herzegovina'), image: flag('bih') },
    korea: { name: word('דרום קוריאה', 'South Korea'), image: flag('kor') },
    japan: { name: word('יפן', 'Japan'), image: flag('jpn') },
    neighbours: { name: word('השכונה', 'The block') },
  };
}
