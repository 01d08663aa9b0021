import { tokens } from '#admin/theme/tokens.ts';

const variables = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .filter(([name]) => name.startsWith('--t-'))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** The style sheet of the guide, in the colours of the staff app. */
export const guideStyle = (): string => `
:root { ${variables(tokens.light)}; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { ${variables(tokens.dark)} } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--t-ground); color: var(--t-text); font: 1rem/1.6 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word }
a { color: var(--t-accent-text); text-underline-offset: .2em }
:focus-visible { outline: 2px solid var(--t-accent); outline-offset: 2px; border-radius: 4px }
main:focus { outline: none }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--t-surface) }
.skip:focus { top: .5rem }
header { display: flex; background: var(--t-surface); border-bottom: 1px solid var(--t-border); padding: .75rem 1.5rem }
@media (min-width: 56em) { header { padding-inline: max(1.5rem, 50% - 33rem) } }
header a { display: inline-flex; align-items: center; gap: .5rem; color: inherit; font-weight: 600; text-decoration: none }
header img { width: 24px; height: 24px; border: 0 }
.frame { display: grid; grid-template-columns: 13rem minmax(0, 50rem); gap: 3rem; max-width: 69rem; margin: 0 auto; padding: 2rem 1.5rem 4rem }
nav ul { list-style: none; margin: 0; padding: 0; position: sticky; top: 1rem }
nav a { display: block; padding: .375rem .75rem; border-radius: 8px; color: var(--t-text-2); text-decoration: none; font-size: .875rem }
nav a:hover { background: var(--t-hover) }
nav [aria-current] { background: var(--t-accent-soft); color: var(--t-accent-text); font-weight: 600 }
h1, h2, h3 { line-height: 1.3; font-weight: 600 }
h1 { margin: 0 0 1rem; font-size: 1.75rem }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem }
h3 { margin: 2rem 0 .5rem; font-size: 1rem }
li { margin: .375rem 0 }
li > p { margin: .5rem 0 }
main img { display: block; max-width: 100%; height: auto; margin: 1rem 0; border: 1px solid var(--t-border-strong); border-radius: 8px }
table { border-collapse: collapse; width: 100%; font-size: .875rem }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--t-border) }
th { background: var(--t-sunken); color: var(--t-text-2) }
code, kbd { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; background: var(--t-sunken); padding: .1em .3em; border-radius: 4px }
pre { padding: 1rem; overflow-x: auto; background: var(--t-sunken); border-radius: 8px }
pre code { padding: 0; background: none }
blockquote { margin: 1rem 0; padding: .25rem 1rem; border-left: 3px solid var(--t-accent); background: var(--t-accent-soft); border-radius: 0 8px 8px 0 }
@media (max-width: 56em) {
  main ol, main ul { padding-left: 1.5rem }
  .frame { display: block; padding: 1rem 1rem 3rem }
  header { padding: .75rem 1rem }
  nav { margin-bottom: 1.5rem; border-bottom: 1px solid var(--t-border); padding-bottom: 1rem }
  nav ul { position: static; display: flex; flex-wrap: wrap; gap: .25rem }
  nav li { margin: 0 }
}
@media print { nav, header, .skip { display: none } .frame { display: block } }
`;
