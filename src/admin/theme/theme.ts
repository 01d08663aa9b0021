import { createTheme, rem } from '@mantine/core';
import { componentDefaults } from './component-defaults.ts';
import { palette } from './palette.ts';

declare module '@mantine/core' {
  /** Sizes in pixels that Mantine's scale does not have. */
  export interface MantineThemeOther {
    readonly barChartHeight: number;
    readonly barRadius: number;
    readonly lineChart: { readonly width: number; readonly height: number };
  }
}

/**
 * The theme. Components and style sheets use its scale and the variables of `cssVariablesResolver` (`--t-…`), and define no colours, type
 * sizes or radii themselves. Type and controls are in rem, so that they follow the reader's text size.
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

  // System fonts; those of a bare Linux come before its wide default.
  fontFamily: '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: rem(16), sm: rem(20), md: rem(20), lg: rem(24), xl: rem(28) },
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
  // One radius; `xs` is for things under 24 pixels, such as checkboxes, keys and bars of a chart.
  radius: { xs: '4px', sm: '8px', md: '8px', lg: '8px', xl: '8px' },
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
