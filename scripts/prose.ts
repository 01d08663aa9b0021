/** Code, texts of screens in bold or italics, links and addresses of a Markdown page: the rest is prose. */
const MARKDOWN_CODE = /^```.*?^```|`[^`\n]*`|\*\*?[^*\n]+\*\*?|\]\([^)\n]*\)|https?:\S+/gms;
/** The comments and texts of a program, the parts of a text within `${}` among them. */
const COMMENT_OR_TEXT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const SQL_COMMENT = /--[^\n]*/g;
const SETTINGS_COMMENT = /#[^\n]*/g;

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** `text` with everything blanked that `pattern` does not match, or whose match is no prose. */
function keep(text: string, pattern: RegExp, isProse: (part: string) => boolean): string {
  let [kept, end] = ['', 0];
  for (const { 0: part, index } of text.matchAll(pattern)) {
    kept += blank(text.slice(end, index)) + (isProse(part) ? part : blank(part));
    end = index + part.length;
  }
  return kept + blank(text.slice(end));
}

/** What people read of the file `path` with this text: pages without their code, comments, and texts with a space. All else is blank, so that lines keep their numbers. */
export function proseOf(path: string, text: string): string {
  if (path.endsWith('.md')) return text.replaceAll(MARKDOWN_CODE, blank);
  if (path.endsWith('.sql')) return keep(text, SQL_COMMENT, () => true);
  if (/\.(?:tsx?|mjs|css)$/.test(path)) return keep(text, COMMENT_OR_TEXT, (part) => part.startsWith('/') || part.includes(' '));
  return keep(text, SETTINGS_COMMENT, () => true);
}
