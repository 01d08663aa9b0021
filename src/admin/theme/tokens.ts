export const palette = {
  // Accent: only for actions, links, focus and selection.
  indigo: ['#eef2ff', '#e0e7ff', '#c7d2fe', '#a5b4fc', '#878bf8', '#5f5af0', '#4f46e5', '#4338ca', '#3730a3', '#312e81'],
  // Neutrals: text, borders, backgrounds.
  gray: ['#fafafa', '#f4f4f5', '#e7e7ea', '#d6d6db', '#b0b0b8', '#8f8f98', '#66666f', '#4a4a52', '#2c2c32', '#18181b'],
  dark: ['#ededf0', '#c9c9cf', '#a6a6ae', '#8c8c95', '#3a3a42', '#2e2e35', '#222228', '#18181c', '#111114', '#0b0b0d'],
  green: ['#effaf3', '#d9f2e2', '#b4e4c6', '#86d1a3', '#4fba7c', '#27a35d', '#17904c', '#15773f', '#135f34', '#0f4a29'],
  orange: ['#fff6ea', '#ffe9cc', '#fdd29b', '#fab766', '#f59f3c', '#d67610', '#c06a0e', '#a4590b', '#83470c', '#68390c'],
  red: ['#fef3f2', '#fde3e1', '#fbcac6', '#f6a39d', '#ee7269', '#d63f35', '#cb2f27', '#b02620', '#8f211c', '#75201c'],
} as const;

const { dark, gray, green, indigo, orange, red } = palette;

/** System fonts; those of a minimal Linux come before its wide default. */
export const fonts = {
  text: '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
};

/** Size and line height of text, in rem, so that they follow the reader's text size. */
export const type = {
  xs: ['0.75rem', '1rem'],
  sm: ['0.8125rem', '1.25rem'],
  md: ['0.875rem', '1.25rem'],
  lg: ['1rem', '1.5rem'],
  xl: ['1.25rem', '1.75rem'],
} as const;

/** One radius; the small one is for things under 24 pixels, such as checkboxes, keys and bars of a chart. */
export const radius = { small: '4px', normal: '8px' };

const every = {
  ...Object.fromEntries(Object.entries(type).map(([size, [height, line]]) => [`--t-type-${size}`, `${height}/${line} ${fonts.text}`])),
  '--t-radius': radius.normal,
  '--t-radius-small': radius.small,
  '--t-top': '56px',
  '--t-page': '1200px',
  '--t-gutter': '24px',
  '--t-row': '44px', // of tables
};

/** Each in the light and the dark scheme. Text has a contrast of at least 4.5:1 to its background, meaningful borders 3:1. */
const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  '--mantine-color-body': ['#ffffff', dark[7]],
  '--mantine-color-text': [gray[9], dark[0]],
  '--mantine-color-dimmed': [gray[6], dark[2]],
  '--mantine-color-disabled-color': [gray[6], dark[2]],
  '--mantine-color-placeholder': ['#75757e', dark[3]],
  '--mantine-color-default': ['#ffffff', dark[7]],
  '--mantine-color-default-hover': [gray[0], dark[6]],
  '--mantine-color-default-border': [gray[3], '#45454e'],
  '--mantine-color-anchor': [indigo[7], indigo[3]],
  '--mantine-color-error': [red[7], red[4]],
  '--t-ground': [gray[0], dark[8]], // the page
  '--t-surface': ['#ffffff', dark[7]], // cards, tables, fields
  '--t-sunken': [gray[1], dark[6]], // table heads, toolbars, chips
  '--t-hover': ['#f7f7f8', '#1e1e23'],
  '--t-skeleton': ['#ebebee', '#28282e'], // skeletons
  '--t-border': [gray[2], dark[5]],
  '--t-border-strong': [gray[3], '#45454e'],
  '--t-field': [gray[5], '#6c6c76'], // borders of fields and checkboxes
  '--t-dash': [gray[4], '#54545d'],
  '--t-text': [gray[9], dark[0]],
  '--t-text-2': [gray[7], dark[1]],
  '--t-text-3': [gray[6], dark[2]],
  '--t-accent': [indigo[6], indigo[5]],
  '--t-accent-text': [indigo[7], indigo[3]],
  '--t-accent-soft': [indigo[0], '#23233f'],
  '--t-this': [green[5], green[5]], // this month, bars
  '--t-last': [orange[5], orange[5]], // last month, bars
  '--t-line': ['#4f46e5', '#878bf8'], // submissions, line
  '--t-good-text': [green[7], green[4]],
  '--t-good-soft': [green[0], '#14251b'],
  '--t-good-edge': [green[2], '#21472f'],
  '--t-warn-text': [orange[8], orange[4]],
  '--t-warn-soft': [orange[0], '#2b2115'],
  '--t-warn-edge': [orange[2], '#553f1f'],
  '--t-bad-text': [red[7], red[4]],
  '--t-bad-soft': [red[0], '#2d1a1a'],
  '--t-bad-edge': [red[2], '#5c2a28'],
  '--t-shadow-card': [
    '0 1px 2px rgb(24 24 27 / .06), 0 4px 12px rgb(24 24 27 / .06)',
    '0 0 0 1px rgb(0 0 0 / .3), 0 4px 12px rgb(0 0 0 / .4)',
  ],
  '--t-shadow-float': [
    '0 0 0 1px rgb(24 24 27 / .04), 0 8px 24px rgb(24 24 27 / .12)',
    '0 0 0 1px rgb(0 0 0 / .4), 0 8px 24px rgb(0 0 0 / .5)',
  ],
};

const ofScheme = (scheme: 0 | 1) => Object.fromEntries(Object.entries(colours).map(([name, pair]) => [name, pair[scheme]]));

/** Variables of style sheets, in every colour scheme and by scheme. */
export const tokens = { every, light: ofScheme(0), dark: ofScheme(1) };
