/** A change of a text: what replaces a part of it, and what of the new part is selected then. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly selected: readonly [start: number, end: number];
}

/** Puts a mark around the selected part of a Markdown text, or takes it away where it has it. */
export type Mark = (text: string, start: number, end: number) => TextEdit;

const replacing = (from: number, to: number, text: string): TextEdit => ({ from, to, text, selected: [0, text.length] });

/** The place before the characters that end there; after them with a step of 1. */
function pastAll(text: string, start: number, character: RegExp, step: 1 | -1): number {
  let at = start;
  while (character.test(text.charAt(step === 1 ? at : at - 1))) at += step;
  return at;
}

const STAR = /\*/;
const IN_WORD = /[\p{L}\p{N}]/u;
/** The beginning of a list item, marks, what they are around, marks. */
const MARKED_LINE = /^(\s*(?:(?:[-*+]|\d+[.)])\s+)?)(\**)(.*?)(\**)(\s*)$/;

/** Bold or italics. Each line has its own, since they end with a paragraph. */
function emphasis(mark: '*' | '**', own: RegExp): Mark {
  const parse = (line: string) => {
    const [, before = '', open = '', inner = '', close = '', after = ''] = MARKED_LINE.exec(line) ?? [];
    const count = Math.min(open.length, close.length);
    const isMarked = (mark === '**' ? count >= 2 : count % 2 === 1) && inner.search(own) === -1;
    return { line, before, open, inner, close, after, isMarked };
  };
  return (text, start, end) => {
    const isCursor = start === end;
    const from = pastAll(text, isCursor ? pastAll(text, start, IN_WORD, -1) : start, STAR, -1);
    const to = pastAll(text, isCursor ? pastAll(text, end, IN_WORD, 1) : end, STAR, 1);
    const lines = text.slice(from, to).split('\n').map(parse);
    const filled = lines.filter(({ inner }) => inner !== '');
    if (filled.length === 0) {
      const isEmptyMark = start - from >= mark.length && to - end >= mark.length;
      if (isEmptyMark) return replacing(start - mark.length, end + mark.length, '');
      return { from: start, to: start, text: mark + mark, selected: [mark.length, mark.length] };
    }
    const isMarked = filled.every((each) => each.isMarked);
    const changed = lines.map(({ line, before, open, inner, close, after }) => {
      if (inner === '') return line;
      if (isMarked) return before + open.slice(mark.length) + inner + close.slice(mark.length) + after;
      return before + mark + (open + inner + close).replaceAll(own, '') + mark + after;
    });
    return replacing(from, to, changed.join('\n'));
  };
}

const LINK = /\[([^\]\n]*)\]\(([^)\n]*)\)/g;
const ADDRESS = /^(?:https?:|mailto:)\S+$/;

const link: Mark = (text, start, end) => {
  const found = [...text.matchAll(LINK)].find(({ index, 0: whole }) => index <= start && end <= index + whole.length);
  if (found !== undefined) {
    const [whole, label = '', address = ''] = found;
    return replacing(found.index, found.index + whole.length, label === '' ? address : label);
  }
  const chosen = text.slice(start, end);
  if (ADDRESS.test(chosen)) return { from: start, to: end, text: `[](${chosen})`, selected: [1, 1] };
  const before = `[${chosen}](`;
  return { from: start, to: end, text: `${before}https://)`, selected: [before.length, before.length + 'https://'.length] };
};

const ITEM = /^(\s*)(?:(?:[-*+]|\d+[.)])\s+)?/;

const list =
  (markerOf: (place: number) => string, marked: RegExp): Mark =>
  (text, start, end) => {
    const from = text.slice(0, start).lastIndexOf('\n') + 1;
    // Of a line that is selected with its end, the next one is not meant.
    const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
    const to = pastAll(text, last, /[^\n]/, 1);
    const lines = text.slice(from, to).split('\n');
    const isMarked = lines.every((line) => marked.test(line) || (lines.length > 1 && line.trim() === ''));
    let place = 0;
    const changed = lines.map((line) => {
      if (isMarked) return line.replace(ITEM, '$1');
      if (lines.length > 1 && line.trim() === '') return line;
      place += 1;
      return line.replace(ITEM, `$1${markerOf(place)}`);
    });
    const edit = replacing(from, to, changed.join('\n'));
    return start === end ? { ...edit, selected: [edit.text.length, edit.text.length] } : edit;
  };

export const marks = {
  bold: emphasis('**', /\*\*/g),
  italics: emphasis('*', /(?<!\*)\*(?!\*)/g),
  link,
  bullets: list(() => '- ', /^\s*[-*+]\s/),
  numbers: list((place) => `${place}. `, /^\s*\d+[.)]\s/),
} as const satisfies Record<string, Mark>;
