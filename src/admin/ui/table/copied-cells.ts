interface CopiedCell {
  readonly text: string;
  readonly down: number;
  readonly right: number;
}

/** A cell and what ends it. One that contains line breaks or quotation marks is in quotation marks; one that only begins with them is not, but papaparse would read on. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g;

/** The cells of a block, from the text that a spreadsheet puts on the clipboard. */
export function copiedCells(copied: string): CopiedCell[] {
  const cells: CopiedCell[] = [];
  let [down, right] = [0, 0];
  for (const [, quoted, plain = '', end] of copied.replaceAll('\r\n', '\n').replace(/\n$/, '').matchAll(CELL)) {
    cells.push({ text: (quoted?.replaceAll('""', '"') ?? plain).trim(), down, right });
    if (end === '') break;
    [down, right] = end === '\n' ? [down + 1, 0] : [down, right + 1];
  }
  return cells;
}

type Copied = Pick<DataTransfer, 'getData'>;

const isMarkedTable = (copied: Copied): boolean => copied.getData('text/html').includes('<table');

/** Whether cells of a table were copied; database programs copy them as text only. */
export const isTable = (copied: Copied): boolean =>
  isMarkedTable(copied) || (copied.getData('text/html') === '' && copied.getData('text/plain').includes('\t'));

/** The copied text; of a table, a line for each row, or for each cell of its only row. */
export function copiedLines(clipboard: Copied): string {
  const text = clipboard.getData('text/plain');
  if (!isMarkedTable(clipboard)) return text;
  const cells = copiedCells(text);
  const isRow = cells.every(({ down }) => down === 0);
  const lines: string[] = [];
  for (const cell of cells) {
    const at = isRow ? cell.right : cell.down;
    lines[at] = `${lines[at] ?? ''} ${cell.text.replaceAll('\n', ' ')}`.trim();
  }
  return lines.join('\n');
}
