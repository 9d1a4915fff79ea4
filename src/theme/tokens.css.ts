import { createGlobalTheme, createGlobalThemeContract } from '@vanilla-extract/css';

/**
 * What a part may say about colour. `mine` belongs to one's own picks, points and row, and to nothing else;
 * `won` and `missed` are the only other meanings (refused and failed are a kind of missed). The rest is one
 * quiet family, from the wall to the ink.
 */
export const color = createGlobalThemeContract(
  {
    /** The room's wall, behind everything. */
    wall: 'c-wall',
    /** A thing lying in the room: a card, a sheet, a field. */
    surface: 'c-surface',
    /** One step nearer to the eye: pads, menus, toasts. */
    raised: 'c-raised',
    /** A quiet fill on wall or surface: a track, a key, a closed cell. */
    sunken: 'c-sunken',
    /** A hairline that only decorates. */
    line: 'c-line',
    /** A control's edge: at least 3:1 on every surface. */
    edge: 'c-edge',
    ink: 'c-ink',
    inkSoft: 'c-ink-soft',
    /** The one loud neutral: main buttons, counters, the live tag. */
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
    /** Behind a sheet. */
    veil: 'c-veil',
    /** Shadows of things lying on the wall, and of things above everything. */
    lift: 'c-lift',
    float: 'c-float',
  },
  (value) => value ?? '',
);

/** The living room by day: plaster, paper, petrol ink; `mine` is persimmon. */
export const day = {
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
  veil: 'rgb(20 37 42 / 48%)',
  lift: '0 1px 1px rgb(20 37 42 / 5%), 0 10px 24px -16px rgb(72 54 28 / 35%)',
  float: '0 2px 6px rgb(20 37 42 / 10%), 0 24px 48px -16px rgb(20 37 42 / 35%)',
};

/** The same room with the lights out and the television on: petrol night, lamp-coloured letters. */
export const night: typeof day = {
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
  veil: 'rgb(2 6 7 / 68%)',
  lift: 'inset 0 1px 0 rgb(247 238 224 / 5%)',
  float: 'inset 0 1px 0 rgb(247 238 224 / 7%), 0 24px 56px -8px rgb(0 0 0 / 80%)',
};

/** Distances, in steps of 4 px, that grow with the reader's letter size. */
export const space = createGlobalTheme(':root', {
  x1: '0.25rem',
  x2: '0.5rem',
  x3: '0.75rem',
  x4: '1rem',
  x5: '1.25rem',
  x6: '1.5rem',
  x8: '2rem',
  x10: '2.5rem',
  x12: '3rem',
  x16: '4rem',
});

/** The smallest thing a thumb is asked to hit. */
export const touch = '2.75rem';

export const radius = createGlobalTheme(':root', {
  small: '0.5rem',
  control: '0.875rem',
  card: '1.375rem',
  sheet: '1.75rem',
  round: '999px',
});

/** Letter sizes; `score` and `hero` are for digits that should be read across the room. */
export const size = createGlobalTheme(':root', {
  tiny: '0.75rem',
  small: '0.875rem',
  body: '1rem',
  lead: '1.125rem',
  title: '1.375rem',
  display: '1.875rem',
  score: '2.25rem',
  hero: 'clamp(3.5rem, 18vw, 6rem)',
});

export const weight = { body: '400', medium: '500', strong: '600', heavy: '750', black: '850' };

export const font = "'Rubik Variable', 'Rubik Fallback', system-ui, sans-serif";

/** Motion. Under "reduce motion" base.css.ts makes every time nothing, so no part has to ask. */
export const motion = createGlobalTheme(':root', {
  quick: '120ms',
  calm: '220ms',
  slow: '420ms',
  /** The geresh drawing itself. */
  stroke: '320ms',
  out: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  pop: 'cubic-bezier(0.3, 1.5, 0.5, 1)',
});

/** What lies above what. */
export const layer = { sticky: 10, bar: 20, pad: 30, sheet: 40, toast: 50 };

/** Where the phone's composition becomes the desk's. */
export const media = {
  wide: 'screen and (min-width: 45rem)',
  desk: 'screen and (min-width: 64rem)',
  night: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  hover: '(hover: hover)',
  forced: '(forced-colors: active)',
};
