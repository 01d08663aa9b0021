import { markedParts } from './marked-parts.ts';

/** A text with what was searched for in bold, as the person wrote it. */
export function Marked({ text, words }: { text: string; words: string }) {
  return markedParts(text, words).map((part) => (part.isMatch ? <b key={part.start}>{part.text}</b> : part.text));
}
