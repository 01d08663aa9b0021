/** A cell of a copied block, with its place in it. */
interface CopiedCell {
  readonly text: string;
  readonly down: number;
  readonly right: number;
}

/** A cell and what ends it. One that contains line breaks or quotation marks is in quotation marks. */
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
