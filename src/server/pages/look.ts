import type { Theme } from '#contract/forms/public-face.ts';
import { FONTS } from '#contract/rules/mail/mail-layout.ts';
import { accentProperties } from '#contract/rules/theme-colours.ts';
import type { SignUpBundle } from './bundle.ts';

const SCHEMES: Readonly<Record<Theme['scheme'], string>> = {
  auto: '',
  light: 'color-scheme:light;--lightningcss-light:initial;--lightningcss-dark: ',
  dark: 'color-scheme:dark;--lightningcss-light: ;--lightningcss-dark:initial',
};

/** The inline styles that a page has for the look of its series or form: none or one, whose source its policy has to name. */
export function lookStyles(theme: Theme | undefined, { styles }: Pick<SignUpBundle, 'styles'>): string[] {
  if (theme === undefined) return [];
  const { accent, font, scheme } = theme;
  const rules = [
    // The address of a page can ask for a scheme, too.
    scheme === 'auto' ? '' : `:root:not([data-theme]){${SCHEMES[scheme]}}`,
    font === 'system' ? '' : `body{${FONTS[font]}}`,
    accent === null ? '' : `@media (forced-colors:none) and (prefers-contrast:no-preference){:root{${accentProperties(accent)}}}`,
  ];
  return [styles.look + rules.join('')];
}
