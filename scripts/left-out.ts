// What the scripts of the staff app do without: the browser would load it and never use it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const CONTRACT = /\/src\/contract\/[\w/-]+\.ts$/;
/** The last property of a call, or one before others. */
const SUMMARY = /\bsummary:\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),?/g;

/** Leaves out what the calls of the contract say of themselves: only the server's description of the API has it. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) => (CONTRACT.test(id) ? { code: code.replaceAll(SUMMARY, ''), map: null } : undefined),
});

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const USE_OF_WRITER = /^ +inst\._zod\.processJSONSchema = .*;$/gm;
const WRITER = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \};$/gm;

/** Leaves out what zod describes schemas of JSON with: only the server does that. The build fails if zod keeps it elsewhere. */
export function withoutJsonSchema(): Plugin {
  let left = 0;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (SCHEMAS.test(id)) {
        if (!code.includes('processJSONSchema')) this.error('zod no longer has what the staff app leaves out.');
        left += 1;
        return { code: code.replaceAll(USE_OF_WRITER, ''), map: null };
      }
      if (!WRITER.test(id)) return undefined;
      left += 1;
      const names = [...code.matchAll(EXPORTED)].map(([, name, alias]) => name ?? alias);
      return { code: names.map((name) => `export const ${name} = undefined;`).join('\n'), map: null };
    },
    buildEnd(error) {
      if (error === undefined && left < 3) this.error('zod no longer has what the staff app leaves out where it was.');
    },
  };
}

const MANTINE_STYLES = /\/@mantine\/core\/styles\.css$/;
const MANTINE_COMPONENT = /\/@mantine\/core\/esm\/components\/(\w+)\//;
/** Components that no screen uses. */
const UNUSED_COMPONENTS = [
  'Stepper',
  'Slider',
  'AppShell',
  'Splitter',
  'Tree',
  'TreeSelect',
  'Tour',
  'ColorPicker',
  'Timeline',
  'Tabs',
  'NavLink',
  'RingProgress',
  'AngleSlider',
  'Cascader',
  'Menubar',
  'Marquee',
  'FloatingWindow',
  'Rating',
  'Burger',
  'Chip',
  'Drawer',
  'Dialog',
  'DataList',
  'Toolbar',
  'SemiCircleProgress',
  'TableOfContents',
  'PinInput',
  'PasswordInput',
  'RollingNumber',
  'Typography',
  'Blockquote',
  'Breadcrumbs',
  'Spoiler',
];

/** Leaves out the style of components that no screen uses. The build fails if one does. */
export const withoutUnusedStyles = (): Plugin => ({
  name: 'without-unused-styles',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!MANTINE_STYLES.test(id)) return undefined;
    const read = (name: string) => readFileSync(join(dirname(id), 'styles', `${name}.css`), 'utf8').trim();
    const whole = readFileSync(id, 'utf8');
    const code = UNUSED_COMPONENTS.reduce((css, name) => {
      if (!css.includes(read(name))) this.error(`Mantine no longer has the style of ${name} where it was.`);
      return css.replace(read(name), '');
    }, whole);
    return { code, map: null };
  },
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const name = MANTINE_COMPONENT.exec(id)?.[1];
        if (name !== undefined && UNUSED_COMPONENTS.includes(name)) this.error(`${name} is used, so its style must not be left out.`);
      }
    }
  },
});
