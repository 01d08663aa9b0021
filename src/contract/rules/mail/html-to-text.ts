import { Tokenizer } from 'htmlparser2';

/** Tags whose content nobody reads. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title']);
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const BLOCKS: ReadonlySet<string> = new Set(['div', 'tr', 'ul', 'ol', 'table', 'blockquote']);

/** A link as plain text: its words, and its URL unless they are the same. */
function linkAsText(words: string, address: string): string {
  const target = address.replace(/^mailto:/i, '').trim();
  if (target === '') return words;
  return ['', target].includes(words.trim()) ? target : `${words} (${target})`;
}

const ignore = (): void => undefined;

/** HTML as plain text: links keep their URL, blocks their lines. By the tokenizer alone, as the parser's time grows with the square of the depth. */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  let [tag, href, isHref, isUnseen] = ['', '', false, false];
  let link: { readonly from: number; readonly address: string } | undefined;
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const add = (text: string): void => {
    if (!isUnseen) pieces.push(text.replaceAll(/\s+/g, ' '));
  };
  const addToLink = (text: string): void => {
    if (isHref) href += text;
  };
  const open = (): void => {
    if (UNSEEN.has(tag)) isUnseen = true;
    else if (tag === 'a') link = { from: pieces.length, address: href };
    else if (tag === 'li') pieces.push('\n- ');
    else if (tag === 'br' || tag === 'hr') pieces.push('\n');
    else if (PARAGRAPHS.has(tag)) pieces.push('\n\n');
  };
  const close = (name: string): void => {
    if (UNSEEN.has(name)) isUnseen = false;
    else if (name === 'a' && link !== undefined) {
      pieces.push(linkAsText(pieces.splice(link.from).join(''), link.address));
      link = undefined;
    } else if (PARAGRAPHS.has(name)) pieces.push('\n\n');
    else if (BLOCKS.has(name)) pieces.push('\n');
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => add(html.slice(start, end)),
      ontextentity: (code) => add(String.fromCodePoint(code)),
      onopentagname: (start, end) => {
        [tag, href] = [nameAt(start, end), ''];
      },
      onattribname: (start, end) => {
        isHref = href === '' && nameAt(start, end) === 'href';
      },
      onattribdata: (start, end) => addToLink(html.slice(start, end)),
      onattribentity: (code) => addToLink(String.fromCodePoint(code)),
      onattribend: ignore,
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => close(nameAt(start, end)),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
