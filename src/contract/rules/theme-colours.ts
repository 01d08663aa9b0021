/** The colours that a page or mail derives from an accent colour in one scheme. */
export interface AccentColours {
  /** For links, focus and selected items. */
  readonly accent: string;
  /** Behind selected items. */
  readonly tint: string;
  readonly button: string;
  readonly buttonHover: string;
  readonly buttonText: string;
  readonly buttonEdge: string;
}

export type Scheme = 'light' | 'dark';

const READABLE = 4.5;
const VISIBLE = 3;
const STEP = 0.02;
const HOVER_SHARE = 0.12;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** `worst` is the surface on which text is hardest to read; an accent is mixed with `towards` until it is readable there. */
const SCHEMES = {
  light: { worst: '#f4f4f7', sheet: WHITE, towards: BLACK, tintShare: 0.06 },
  dark: { worst: '#1b1b22', sheet: '#18181f', towards: WHITE, tintShare: 0.1 },
} as const;

const channels = (colour: string): number[] => [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

function mix(colour: string, other: string, share: number): string {
  const added = channels(other);
  const mixed = channels(colour).map((channel, index) => Math.round(channel * (1 - share) + (added[index] ?? 0) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours `#rrggbb` as WCAG 2.2 defines it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** The colour itself, or as much of it as keeps this contrast with all surfaces. */
function mixedUntil(colour: string, towards: string, least: number, surfaces: readonly string[]): string {
  let mixed = colour;
  for (let share = STEP; share < 1 && surfaces.some((surface) => contrast(mixed, surface) < least); share += STEP)
    mixed = mix(colour, towards, share);
  return mixed;
}

const hasWhiteWords = (colour: string): boolean => contrast(colour, WHITE) >= READABLE;

/** The colours derived from an accent `#rrggbb`: text keeps 4.5 : 1, borders 3 : 1 (FACE-14). */
export function accentColours(chosen: string, scheme: Scheme): AccentColours {
  const accent = chosen.toLowerCase();
  const { worst, sheet, towards, tintShare } = SCHEMES[scheme];
  const link = mixedUntil(accent, towards, READABLE, [worst]);
  const tint = mix(sheet, link, tintShare);
  const edge = mixedUntil(accent, towards, VISIBLE, [worst, tint]);
  // On light pages a bright button gets a border; on dark pages a dark accent is brightened.
  const button = scheme === 'light' ? accent : edge;
  const [words, others] = hasWhiteWords(button) ? [WHITE, BLACK] : [BLACK, WHITE];
  const hover = mix(button, words, HOVER_SHARE);
  return {
    accent: mixedUntil(link, towards, READABLE, [worst, tint]),
    tint,
    button,
    buttonHover: contrast(hover, words) >= READABLE ? hover : mix(button, others, HOVER_SHARE),
    buttonText: words,
    buttonEdge: edge,
  };
}

/** The note for staff about an accent `#rrggbb`: whether white text is readable on it, and otherwise what happens (FACE-15). */
export function accentAdvice(accent: string): string {
  // Rounded down, so that figures never overstate it.
  const ratio = `${Math.floor(contrast(accent, WHITE) * 10) / 10} : 1`;
  if (hasWhiteWords(accent)) return `White text is easy to read on this colour (${ratio}).`;
  return `White text would be hard to read on this colour (${ratio}), so buttons use black.`;
}

/** What the style sheets use instead of `light-dark()`, for browsers before 2024. */
const lightDark = (light: string, dark: string): string => `var(--lightningcss-light,${light}) var(--lightningcss-dark,${dark})`;

/** The custom properties of the style sheets: `--button-text` is the colour `buttonText`. */
export function accentProperties(accent: string): string {
  const [light, dark] = [accentColours(accent, 'light'), accentColours(accent, 'dark')];
  return (['accent', 'tint', 'button', 'buttonHover', 'buttonText', 'buttonEdge'] as const)
    .map((name) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}:${lightDark(light[name], dark[name])}`)
    .join(';');
}
