/** A text change: what replaces part of it, and what is then selected in the new part. */
interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly selected: readonly [start: number, end: number];
}

/** Puts a mark around the selected part of a Markdown text, or removes it if it is there. */
export type Mark = (text: string, start: number, end: number) => TextEdit;

const replacing = (from: number, to: number, text: string): TextEdit => ({ from, to, text, selected: [0, text.length] });

/** Part of a text, with all such characters on both sides. */
function widened(text: string, [start, end]: readonly [number, number], by: RegExp): readonly [number, number] {
  let [from, to] = [start, end];
  while (by.test(text.charAt(from - 1))) from -= 1;
  while (by.test(text.charAt(to))) to += 1;
  return [from, to];
}

/** What precedes the words of a line, such as a list marker; marks, the text between, marks. */
const MARKED_LINE = /^([^\S\n]*(?:(?:[-*+]|\d+[.)])[^\S\n]+)?)(\**)([^\s*].*?)(\**)([^\S\n]*)$/gm;

/** Before the end of marked words, where the mark is left so that further typing has none; the caret is `|`. */
const AT_END = { '**': /^[^\s*]\|\*\*/, '*': /^[^\s*]\|(?:\*\*)?\*(?!\*)/ };

/** Bold or italics, for each line separately, since they end with a paragraph. */
const emphasis =
  (mark: '*' | '**', own: RegExp): Mark =>
  (text, start, end) => {
    if (start === end && AT_END[mark].test(`${text.slice(start - 1, start)}|${text.slice(start)}`))
      return replacing(start + mark.length, start + mark.length, '');
    const word = start === end ? widened(text, [start, end], /[\p{L}\p{N}]/u) : ([start, end] as const);
    const [from, to] = widened(text, word, /\*/);
    const part = text.slice(from, to);
    const { length } = mark;
    const lines = [...part.matchAll(MARKED_LINE)];
    if (lines.length === 0) {
      const isEmptyMark = start - from >= length && to - end >= length;
      return isEmptyMark
        ? replacing(start - length, end + length, '')
        : { from: start, to: start, text: mark + mark, selected: [length, length] };
    }
    const isMarked = lines.every(([, , open = '', inner = '', close = '']) => {
      const count = Math.min(open.length, close.length);
      return (mark === '**' ? count >= 2 : count % 2 === 1) && inner.search(own) === -1;
    });
    const changed = part.replaceAll(MARKED_LINE, (...[, before = '', open = '', inner = '', close = '', after = '']: string[]) =>
      isMarked
        ? before + open.slice(length) + inner + close.slice(length) + after
        : before + mark + (open + inner + close).replaceAll(own, '') + mark + after,
    );
    return replacing(from, to, changed);
  };

const LINK = /\[([^\]\n]*)\]\(([^)\n]*)\)/g;

const link: Mark = (text, start, end) => {
  const found = [...text.matchAll(LINK)].find(({ index, 0: whole }) => index <= start && end <= index + whole.length);
  if (found !== undefined) {
    const [whole, label = '', address = ''] = found;
    return replacing(found.index, found.index + whole.length, label === '' ? address : label);
  }
  const chosen = text.slice(start, end);
  if (/^(?:https?:|mailto:)\S+$/.test(chosen)) return { from: start, to: end, text: `[](${chosen})`, selected: [1, 1] };
  const before = `[${chosen}](`;
  return { from: start, to: end, text: `${before}https://)`, selected: [before.length, before.length + 'https://'.length] };
};

const list =
  (markerOf: (place: number) => string, own: RegExp): Mark =>
  (text, start, end) => {
    // A selection that ends with a line break does not include the next line.
    const [from, to] = widened(text, [start, end > start && text[end - 1] === '\n' ? end - 1 : end], /[^\n]/);
    const lines = text.slice(from, to).split('\n');
    const isSkipped = (line: string) => lines.length > 1 && line.trim() === '';
    const isMarked = lines.every((line) => own.test(line) || isSkipped(line));
    let place = 0;
    const toggled = (line: string) => line.replace(/^(\s*)(?:(?:[-*+]|\d+[.)])\s+)?/, isMarked ? '$1' : `$1${markerOf((place += 1))}`);
    const edit = replacing(from, to, lines.map((line) => (isSkipped(line) ? line : toggled(line))).join('\n'));
    return start === end ? { ...edit, selected: [edit.text.length, edit.text.length] } : edit;
  };

/** What Enter does in a list: it starts the next item, or ends the list at an empty item. Undefined elsewhere. */
export function nextItem(text: string, start: number, end: number): TextEdit | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const item = /^([^\S\n]*)([-*+]|\d+[.)])[^\S\n]+(.*)$/.exec(text.slice(from, start));
  if (item === null || start !== end) return undefined;
  const [, indent = '', marker = '', words = ''] = item;
  if (words.trim() === '') return replacing(from, start, '');
  const next = `\n${indent}${marker.replace(/\d+/, (place) => String(Number(place) + 1))} `;
  return { from: start, to: start, text: next, selected: [next.length, next.length] };
}

export const marks = {
  bold: emphasis('**', /\*\*/g),
  italics: emphasis('*', /(?<!\*)\*(?!\*)/g),
  link,
  bullets: list(() => '- ', /^\s*[-*+]\s/),
  numbers: list((place) => `${place}. `, /^\s*\d+[.)]\s/),
} as const satisfies Record<string, Mark>;
