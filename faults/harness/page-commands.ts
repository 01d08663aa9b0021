import fs from 'node:fs';
import path from 'node:path';

const PAGE = path.join(import.meta.dirname, '../../docs/operations.md');

/** The commands of docs/operations.md whose blocks have this mark before them. */
export function commandsMarked(mark: 'run' | 'run at the end' | 'run to upgrade'): string {
  const page = fs.readFileSync(PAGE, 'utf8');
  return [...page.matchAll(new RegExp(`^<!-- ${mark} -->\\n\`\`\`sh\\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block).join('\n');
}

/** The command of a table in this section of docs/operations.md, by the first cell of its row. @throws Error when there is none */
export function commandOfRow(section: string, row: string): string {
  const page = fs.readFileSync(PAGE, 'utf8');
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const command = new RegExp(`^\\| ${row} \\| \`([^\`]+)\``, 'm').exec(text.split('\n## ')[0] ?? '')?.[1];
  if (command === undefined) throw new Error(`docs/operations.md has no command for “${row}” under ${section}`);
  return command;
}

/** Changes ports, addresses and folders of the page into those of a test. */
export const substitute = (text: string, pairs: readonly (readonly [from: string, to: string])[]): string =>
  pairs.reduce((changed, [from, to]) => changed.replaceAll(new RegExp(`(?<![\\d])${from.replaceAll('.', '\\.')}(?![\\d])`, 'g'), to), text);
