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

/** System fonts; those of a bare Linux come before its wide default. */
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
};

const light = {
  '--mantine-color-body': '#ffffff',
  '--mantine-color-text': gray[9],
  '--mantine-color-dimmed': gray[6],
  '--mantine-color-placeholder': '#75757e',
  '--mantine-color-default-border': gray[3],
  '--mantine-color-anchor': indigo[7],
  '--mantine-color-error': red[7],
  '--t-ground': gray[0], // the page
  '--t-surface': '#ffffff', // cards, tables, fields
  '--t-sunken': gray[1], // table heads, toolbars, chips
  '--t-hover': '#f7f7f8',
  '--t-skeleton': '#ebebee', // skeletons
  '--t-border': gray[2],
  '--t-border-strong': gray[3],
  '--t-field': gray[5], // borders of fields and checkboxes
  '--t-dash': gray[4],
  '--t-text': gray[9],
  '--t-text-2': gray[7],
  '--t-text-3': gray[6],
  '--t-accent': indigo[6],
  '--t-accent-text': indigo[7],
  '--t-accent-soft': indigo[0],
  '--t-this': green[5], // this month, bars
  '--t-last': orange[5], // last month, bars
  '--t-line': '#4f46e5', // submissions, line
  '--t-good-text': green[7],
  '--t-good-soft': green[0],
  '--t-good-edge': green[2],
  '--t-warn-text': orange[8],
  '--t-warn-soft': orange[0],
  '--t-warn-edge': orange[2],
  '--t-bad-text': red[7],
  '--t-bad-soft': red[0],
  '--t-bad-edge': red[2],
  '--t-shadow-card': '0 1px 2px rgb(24 24 27 / .06), 0 4px 12px rgb(24 24 27 / .06)',
  '--t-shadow-float': '0 0 0 1px rgb(24 24 27 / .04), 0 8px 24px rgb(24 24 27 / .12)',
};

const night = {
  '--mantine-color-body': dark[7],
  '--mantine-color-text': dark[0],
  '--mantine-color-dimmed': dark[2],
  '--mantine-color-placeholder': dark[3],
  '--mantine-color-default': dark[7],
  '--mantine-color-default-hover': dark[6],
  '--mantine-color-default-border': '#45454e',
  '--mantine-color-anchor': indigo[3],
  '--mantine-color-error': red[4],
  '--t-ground': dark[8],
  '--t-surface': dark[7],
  '--t-sunken': dark[6],
  '--t-hover': '#1e1e23',
  '--t-skeleton': '#28282e',
  '--t-border': dark[5],
  '--t-border-strong': '#45454e',
  '--t-field': '#6c6c76',
  '--t-dash': '#54545d',
  '--t-text': dark[0],
  '--t-text-2': dark[1],
  '--t-text-3': dark[2],
  '--t-accent': indigo[5],
  '--t-accent-text': indigo[3],
  '--t-accent-soft': '#23233f',
  '--t-this': green[5],
  '--t-last': orange[5],
  '--t-line': '#878bf8',
  '--t-good-text': green[4],
  '--t-good-soft': '#14251b',
  '--t-good-edge': '#21472f',
  '--t-warn-text': orange[4],
  '--t-warn-soft': '#2b2115',
  '--t-warn-edge': '#553f1f',
  '--t-bad-text': red[4],
  '--t-bad-soft': '#2d1a1a',
  '--t-bad-edge': '#5c2a28',
  '--t-shadow-card': '0 0 0 1px rgb(0 0 0 / .3), 0 4px 12px rgb(0 0 0 / .4)',
  '--t-shadow-float': '0 0 0 1px rgb(0 0 0 / .4), 0 8px 24px rgb(0 0 0 / .5)',
};

/** Variables of style sheets, in every colour scheme and by scheme. Text has a contrast of at least 4.5:1 to its background, meaningful borders 3:1. */
export const tokens = { every, light, dark: night };
