import { createTheme, type CSSVariablesResolver, rem } from '@mantine/core';
import { componentDefaults } from './component-defaults.ts';
import { fonts, palette, radius, tokens, type } from './tokens.ts';

declare module '@mantine/core' {
  /** Sizes in pixels that Mantine's scale does not have. */
  export interface MantineThemeOther {
    readonly barChartHeight: number;
    readonly barRadius: number;
    readonly lineChart: { readonly width: number; readonly height: number };
  }
}

/**
 * The theme. Components use its scale, style sheets the variables of `tokens` (`--t-…`); neither defines colours, type sizes or radii.
 * Controls are in rem, as type is.
 */
export const theme = createTheme({
  colors: palette,
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  white: '#ffffff',
  black: palette.gray[9],
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',

  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.code,
  fontSizes: { xs: type.xs[0], sm: type.sm[0], md: type.md[0], lg: type.lg[0], xl: type.xl[0] },
  lineHeights: { xs: type.xs[1], sm: type.sm[1], md: type.md[1], lg: type.lg[1], xl: type.xl[1] },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: rem(32) },
      h2: { fontSize: rem(16), lineHeight: rem(24) },
      h3: { fontSize: rem(14), lineHeight: rem(20) },
      h4: { fontSize: rem(13), lineHeight: rem(20) },
      h5: { fontSize: rem(12), lineHeight: rem(16) },
      h6: { fontSize: rem(12), lineHeight: rem(16) },
    },
  },

  // 8-pixel rhythm; 4 is the half step inside a component.
  spacing: { xs: rem(4), sm: rem(8), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: radius.small, sm: radius.normal, md: radius.normal, lg: radius.normal, xl: radius.normal },
  defaultRadius: 'md',
  // Borders rather than shadows: `xs` is for the chart's card, `md` for popovers.
  shadows: {
    xs: 'var(--t-shadow-card)',
    sm: 'var(--t-shadow-card)',
    md: 'var(--t-shadow-float)',
    lg: 'var(--t-shadow-float)',
    xl: 'var(--t-shadow-float)',
  },
  breakpoints: { xs: '30em', sm: '40em', md: '56em', lg: '72em', xl: '90em' },

  other: { barChartHeight: 420, barRadius: 4, lineChart: { width: 500, height: 300 } },

  components: componentDefaults,
});

/** The tokens as Mantine takes them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: tokens.every, light: tokens.light, dark: tokens.dark });
