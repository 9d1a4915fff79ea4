import { createGlobalTheme, createGlobalThemeContract } from '@vanilla-extract/css';

/**
 * Colour roles. `mine` is for the caller's own picks, points, row and messages only; `won` and `missed` are the only
 * other signals (refusals and failures use `missed`). All others are neutral.
 */
export const color = createGlobalThemeContract(
  {
    /** Background of the page. */
    wall: 'c-wall',
    /** Cards, sheets and fields. */
    surface: 'c-surface',
    /** Pads, menus and toasts. */
    raised: 'c-raised',
    /** Quiet fill on page or surface: a track, a key, a closed cell. */
    sunken: 'c-sunken',
    /** Decorative divider. */
    line: 'c-line',
    /** Border of a control: at least 3:1 on every surface. */
    edge: 'c-edge',
    ink: 'c-ink',
    inkSoft: 'c-ink-soft',
    /** Main buttons, badges and the live tag. */
    action: 'c-action',
    onAction: 'c-on-action',
    mine: 'c-mine',
    onMine: 'c-on-mine',
    mineSoft: 'c-mine-soft',
    /** `mine` as a letter or a thin line: at least 4.5:1 on every surface. */
    mineInk: 'c-mine-ink',
    won: 'c-won',
    wonSoft: 'c-won-soft',
    missed: 'c-missed',
    missedSoft: 'c-missed-soft',
    /** Names of others in a chat: at least 4.5:1 on `surface`. */
    person1: 'c-person1',
    person2: 'c-person2',
    person3: 'c-person3',
    person4: 'c-person4',
    person5: 'c-person5',
    person6: 'c-person6',
    /** Backdrop of a sheet. */
    veil: 'c-veil',
    /** Shadows of cards, and of floating elements. */
    lift: 'c-lift',
    float: 'c-float',
  },
  (value) => value ?? '',
);

/** Light theme. */
export const lightColors = {
  wall: '#f4ede1',
  surface: '#fffcf7',
  raised: '#ffffff',
  sunken: '#eae1d2',
  line: '#dfd5c4',
  edge: '#857a69',
  ink: '#14252a',
  inkSoft: '#4c585a',
  action: '#14252a',
  onAction: '#fffcf7',
  mine: '#ef4f1a',
  onMine: '#200a00',
  mineSoft: '#ffe3d3',
  mineInk: '#ae3506',
  won: '#17693b',
  wonSoft: '#dceedb',
  missed: '#8f2148',
  missedSoft: '#f8e0e6',
  person1: '#1660b0',
  person2: '#98308f',
  person3: '#0a6a6e',
  person4: '#6f3fc4',
  person5: '#6b5d00',
  person6: '#5d5648',
  veil: 'rgb(20 37 42 / 48%)',
  lift: '0 1px 1px rgb(20 37 42 / 5%), 0 10px 24px -16px rgb(72 54 28 / 35%)',
  float: '0 2px 6px rgb(20 37 42 / 10%), 0 24px 48px -16px rgb(20 37 42 / 35%)',
};

/** Dark theme. */
export const darkColors: typeof lightColors = {
  wall: '#0b1517',
  surface: '#132124',
  raised: '#1a2b2f',
  sunken: '#22363b',
  line: '#2c4045',
  edge: '#7d9699',
  ink: '#f7eee0',
  inkSoft: '#b3beb9',
  action: '#f7eee0',
  onAction: '#0b1517',
  mine: '#ff7b3d',
  onMine: '#200a00',
  mineSoft: '#3a2318',
  mineInk: '#ffa274',
  won: '#74db9e',
  wonSoft: '#143526',
  missed: '#f6a1b8',
  missedSoft: '#3d1c2a',
  person1: '#8dc1ff',
  person2: '#f0a0e6',
  person3: '#6ed6d3',
  person4: '#c4a8ff',
  person5: '#d8ca6a',
  person6: '#cfc3ae',
  veil: 'rgb(2 6 7 / 68%)',
  lift: 'inset 0 1px 0 rgb(247 238 224 / 5%)',
  float: 'inset 0 1px 0 rgb(247 238 224 / 7%), 0 24px 56px -8px rgb(0 0 0 / 80%)',
};

/** Spacing, in steps of 4 px that scale with the font size. */
export const space = createGlobalTheme(':root', {
  x1: '0.25rem',
  x2: '0.5rem',
  x3: '0.75rem',
  x4: '1rem',
  x5: '1.25rem',
  x6: '1.5rem',
  x8: '2rem',
  x12: '3rem',
  x16: '4rem',
});

/** Minimum size of a touch target; with large text on a phone no more than a thumb needs. */
export const touch = 'min(2.75rem, max(44px, 12vw))';

export const radius = createGlobalTheme(':root', {
  small: '0.5rem',
  control: '0.875rem',
  card: '1.375rem',
  sheet: '1.75rem',
  round: '999px',
});

/** Font sizes; `hero` for large digits. */
export const size = createGlobalTheme(':root', {
  tiny: '0.75rem',
  small: '0.875rem',
  body: '1rem',
  lead: '1.125rem',
  title: '1.375rem',
  display: '1.875rem',
  hero: 'clamp(3.5rem, 18vw, 6rem)',
});

export const weight = { body: '400', medium: '500', strong: '600', heavy: '750', black: '850' };

export const font = "'Rubik Variable', 'Rubik Fallback', system-ui, sans-serif";

/** Durations and easings. base.css.ts disables them under reduced motion, so components need not ask. */
export const motion = createGlobalTheme(':root', {
  quick: '120ms',
  calm: '220ms',
  slow: '420ms',
  /** The geresh drawing itself. */
  stroke: '320ms',
  out: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  pop: 'cubic-bezier(0.3, 1.5, 0.5, 1)',
});

/** z-index scale. */
export const layer = { sticky: 10, bar: 20, pad: 30, sheet: 40, toast: 50 };

/** Breakpoints and media features. */
export const media = {
  wide: 'screen and (min-width: 45rem)',
  /** A phone held sideways: a sheet fills it. */
  low: 'screen and (max-height: 28rem) and (orientation: landscape)',
  /** A phone held upright whose keyboard takes the other half of its window. */
  keyboard: 'screen and (max-height: 28rem) and (orientation: portrait)',
  /** There is space around a dialog. */
  roomy: 'screen and (min-width: 45rem) and (min-height: 28.0625rem)',
  desk: 'screen and (min-width: 64rem)',
  /** The feed with a pane beside it; with all panes. */
  panes: 'screen and (min-width: 75rem)',
  allPanes: 'screen and (min-width: 120rem)',
  /** A desktop with a mouse, and so with a keyboard. */
  keys: 'screen and (min-width: 64rem) and (pointer: fine)',
  night: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  hover: '(hover: hover)',
  touch: '(hover: none)',
};
