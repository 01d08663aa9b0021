import type * as Mantine from '@mantine/core';
import { createTheme, type CSSVariablesResolver, rem } from '@mantine/core';
import { BusyButton } from './busy-button.tsx';
import { tableRoles } from './table-roles.ts';
import { fonts, palette, radius, tokens, type } from './tokens.ts';

interface Extendable {
  readonly extend: (defaults: never) => unknown;
}

/** Types a component's defaults without importing it, since the first screen needs few components. */
const defaultsOf = <Component extends Extendable>(defaults: Parameters<Component['extend']>[0]) => defaults;

/** Heights of controls. Two sizes only: `xs` inside cards and tables, `sm` everywhere else. */
const control = { xs: rem(32), sm: rem(36) } as const;
const controlText = { xs: rem(13), sm: rem(14) } as const;
const sizeOf = (size: unknown): keyof typeof control => (size === 'xs' ? 'xs' : 'sm');
const inputVars = (_: unknown, props: { size?: unknown }) => ({
  wrapper: { '--input-height': control[sizeOf(props.size)], '--input-fz': controlText[sizeOf(props.size)] },
});

/** Inputs have a border with a contrast of 3:1; Mantine's own is fainter. */
const fieldEdge = { '--mantine-color-gray-4': 'var(--t-field)', '--mantine-color-dark-4': 'var(--t-field)' };
/** In the dark scheme unticked boxes are outlines; Mantine's own fill looks disabled. */
const boxEdge = { ...fieldEdge, '--mantine-color-dark-6': 'transparent' };

const tones: Record<string, [string, string, string]> = {
  gray: ['--t-sunken', '--t-text-2', '--t-border'],
  green: ['--t-good-soft', '--t-good-text', '--t-good-edge'], // done, grown, today
  orange: ['--t-warn-soft', '--t-warn-text', '--t-warn-edge'], // attention: duplicate, unsaved, not configured
  red: ['--t-bad-soft', '--t-bad-text', '--t-bad-edge'], // failed, lost
};
const toneOf = (color: unknown): [string, string, string] => tones[String(color)] ?? ['--t-sunken', '--t-text-2', '--t-border'];

/** What opens over a page is where the window has most room for it, no higher than that, and scrolls. */
const WITHIN_WINDOW = { flip: { fallbackStrategy: 'bestFit' }, size: { padding: 8 } } as const;

const componentDefaults = {
  Button: defaultsOf<typeof Mantine.Button>({
    defaultProps: { size: 'sm', component: BusyButton },
    vars: (_, props) => ({
      root: {
        '--button-height': control[sizeOf(props.size)],
        '--button-fz': controlText[sizeOf(props.size)],
        '--button-padding-x': sizeOf(props.size) === 'xs' ? rem(10) : rem(14),
      },
    }),
    styles: { root: { fontWeight: 600 }, section: { marginInlineEnd: 6 } },
  }),
  ActionIcon: defaultsOf<typeof Mantine.ActionIcon>({
    defaultProps: { variant: 'subtle', color: 'gray', size: 32, component: BusyButton },
  }),
  Anchor: defaultsOf<typeof Mantine.Anchor>({ defaultProps: { underline: 'hover', c: 'var(--t-accent-text)' } }),
  Paper: defaultsOf<typeof Mantine.Paper>({ defaultProps: { withBorder: true, shadow: 'none' } }),
  Input: defaultsOf<typeof Mantine.Input>({
    vars: inputVars,
    styles: { wrapper: fieldEdge, input: { opacity: 1, unicodeBidi: 'plaintext' } },
  }),
  TextInput: defaultsOf<typeof Mantine.TextInput>({ defaultProps: { size: 'sm' }, vars: inputVars }),
  Textarea: defaultsOf<typeof Mantine.Textarea>({ defaultProps: { size: 'sm' } }),
  Select: defaultsOf<typeof Mantine.Select>({ defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } }),
  InputWrapper: defaultsOf<typeof Mantine.Input.Wrapper>({
    defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    styles: {
      label: { fontSize: rem(13), lineHeight: rem(20), fontWeight: 600, marginBottom: 4 },
      description: { fontSize: rem(12), lineHeight: rem(16), color: 'var(--t-text-3)' },
      error: { fontSize: rem(12), lineHeight: rem(16), color: 'var(--t-bad-text)' },
    },
  }),
  Checkbox: defaultsOf<typeof Mantine.Checkbox>({
    defaultProps: { size: '16px', radius: 'xs' },
    styles: { label: { fontSize: rem(14) }, input: boxEdge },
  }),
  Radio: defaultsOf<typeof Mantine.Radio>({
    vars: () => ({ root: { '--radio-size': '16px', '--radio-icon-size': '6px' } }),
    styles: { body: { alignItems: 'flex-start' }, inner: { marginTop: 2 }, label: { fontSize: rem(14) }, radio: boxEdge },
  }),
  Switch: defaultsOf<typeof Mantine.Switch>({
    defaultProps: { size: 'sm', radius: 24, withThumbIndicator: false },
    styles: {
      label: { fontSize: rem(14) },
      track: { '--mantine-color-gray-3': 'var(--t-field)', '--mantine-color-dark-5': 'var(--t-field)' },
    },
  }),
  SegmentedControl: defaultsOf<typeof Mantine.SegmentedControl>({
    defaultProps: { size: 'xs', withItemsBorders: false },
    styles: { root: { flexWrap: 'wrap', maxWidth: '100%' } },
  }),
  Badge: defaultsOf<typeof Mantine.Badge>({
    defaultProps: { variant: 'light', color: 'gray', size: 'md', radius: 'xs', tt: 'none', fw: 400 },
    vars: (_, props) => ({
      root: {
        '--badge-bg': `var(${toneOf(props.color)[0]})`,
        '--badge-color': `var(${toneOf(props.color)[1]})`,
        '--badge-bd': '1px solid transparent',
      },
    }),
    styles: {
      root: { height: 'auto', minHeight: rem(20), paddingInline: 6, fontSize: rem(12), lineHeight: rem(18), letterSpacing: 0 },
      label: { whiteSpace: 'normal', textAlign: 'start' },
    },
  }),
  Table: defaultsOf<typeof Mantine.Table>({
    defaultProps: {
      ...tableRoles.table,
      verticalSpacing: 0,
      horizontalSpacing: 16,
      fz: 'sm',
      tabularNums: true,
      borderColor: 'var(--t-border)',
    },
    styles: {
      th: {
        height: rem(36),
        fontSize: rem(12),
        fontWeight: 600,
        color: 'var(--t-text-2)',
        background: 'var(--t-sunken)',
        whiteSpace: 'nowrap',
      },
      td: { height: 'var(--t-row)' },
    },
  }),
  TableThead: { defaultProps: tableRoles.group },
  TableTbody: { defaultProps: tableRoles.group },
  TableTr: { defaultProps: tableRoles.row },
  TableTh: { defaultProps: tableRoles.header },
  TableTd: { defaultProps: tableRoles.cell },
  Menu: defaultsOf<typeof Mantine.Menu>({
    // Without Mantine's placeholder the focus moves to the first item, and the menu contains only items.
    defaultProps: {
      shadow: 'md',
      width: 'max-content',
      position: 'bottom-end',
      offset: 4,
      middlewares: WITHIN_WINDOW,
      withInitialFocusPlaceholder: false,
    },
    styles: {
      // Red items use shade 6, which is too dark in the dark scheme.
      dropdown: { minWidth: rem(224), padding: 4, overflowY: 'auto', '--mantine-color-red-6': 'var(--t-bad-text)' },
      item: { fontSize: rem(14), padding: '6px 8px', borderRadius: 4 },
      label: { fontSize: rem(12) },
      itemSection: { marginInlineEnd: 8 },
      itemIndicator: { width: rem(16) },
    },
  }),
  Popover: defaultsOf<typeof Mantine.Popover>({
    defaultProps: { shadow: 'md', offset: 4, middlewares: WITHIN_WINDOW },
    styles: { dropdown: { overflowY: 'auto' } },
  }),
  Modal: defaultsOf<typeof Mantine.Modal>({
    // Its header is a <header> element, which would be a second banner landmark.
    defaultProps: {
      centered: true,
      shadow: 'md',
      overlayProps: { backgroundOpacity: 0.4, color: '#000', blur: 0 },
      attributes: { header: { role: 'none' } },
      closeButtonProps: { 'aria-label': 'Close' },
    },
    styles: {
      title: { fontSize: rem(16), fontWeight: 600, lineHeight: rem(24), overflowWrap: 'anywhere' },
      header: { paddingBlock: 16, minHeight: rem(56) },
    },
  }),
  Alert: defaultsOf<typeof Mantine.Alert>({
    defaultProps: { variant: 'light', color: 'gray' },
    vars: (_, props) => ({
      root: {
        '--alert-bg': `var(${toneOf(props.color)[0]})`,
        '--alert-color': `var(${toneOf(props.color)[1]})`,
        '--alert-bd': `1px solid var(${toneOf(props.color)[2]})`,
      },
    }),
    styles: {
      root: { padding: '8px 12px' },
      body: { minWidth: 0 },
      // Mantine's cuts off the focus rings of buttons.
      message: { fontSize: rem(13), color: 'var(--t-text)', overflow: 'visible' },
      title: { fontSize: rem(13) },
      icon: { width: 16, height: rem(16), marginTop: 2, marginInlineEnd: 8 },
    },
  }),
  Notification: defaultsOf<typeof Mantine.Notification>({
    defaultProps: { withBorder: true },
    styles: {
      root: { paddingBlock: rem(12) },
      title: { fontSize: rem(14), fontWeight: 600 },
      description: { fontSize: rem(13), color: 'var(--t-text-2)' },
    },
  }),
  Progress: defaultsOf<typeof Mantine.Progress>({ defaultProps: { size: 8, radius: 'xs' } }),
  Skeleton: defaultsOf<typeof Mantine.Skeleton>({
    defaultProps: { radius: 'xs', animate: false },
    styles: { root: { '--mantine-color-gray-3': 'var(--t-skeleton)', '--mantine-color-dark-4': 'var(--t-skeleton)' } },
  }),
};

/** Components use its scale, style sheets the `--t-…` of `tokens`; neither defines its own colours, type sizes or radii. */
export const theme = createTheme({
  colors: palette,
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  black: palette.gray[9],
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',

  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.code,
  fontSizes: { xs: type.xs[0], sm: type.sm[0], md: type.md[0], lg: type.lg[0], xl: type.xl[0] },
  lineHeights: { xs: type.xs[1], sm: type.sm[1], md: type.md[1], lg: type.lg[1], xl: type.xl[1] },

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

  components: componentDefaults,
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: tokens.every, light: tokens.light, dark: tokens.dark });
