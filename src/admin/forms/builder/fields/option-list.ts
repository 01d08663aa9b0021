import { isBlank } from '#contract/rules/text.ts';

const LINE_BREAK = /[\n\r\u{2028}\u{2029}]+/u;

interface Selection {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

/** The options that an input becomes when several lines are pasted at its selection; undefined for a single line. */
export function pastedOptions(text: string, { value, selectionStart, selectionEnd }: Selection): string[] | undefined {
  const lines = text
    .split(LINE_BREAK)
    .filter((line) => !isBlank(line))
    .map((line) => line.trim());
  if (lines.length < 2) return undefined;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  return lines.with(0, before + (lines[0] ?? '')).map((line, index) => (index === lines.length - 1 ? line + after : line));
}

/** The stored option that the one at this index replaces: it is no longer in the list, and this one is new there. */
export function replacedOption(saved: readonly string[], options: readonly string[], index: number): string | undefined {
  const [before, now] = [saved[index], options[index]?.trim()];
  if (before === undefined || now === undefined || saved.includes(now)) return undefined;
  return options.some((option) => option.trim() === before) ? undefined : before;
}
