import type { KnownBlock } from '@slack/web-api';

/** `text` is the one line that notifications show instead of the blocks. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

export interface SlackRow {
  readonly label: string;
  readonly value: string;
}

interface MessageParts {
  readonly title: string;
  readonly summary: string;
  readonly rows: readonly SlackRow[];
  readonly footer?: string;
}

const HEADER_MAX = 150;
const FIELD_MAX = 2_000;
const ROWS_OF_SECTION = 5;
const BLOCKS_MAX = 50;
const TEXT_MAX = 3_000;
/** Slack refuses a message from about 11,000 characters on, in however many blocks. */
const ROWS_MAX_LENGTH = 8_000;

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1).replace(/\p{Cs}$/u, '')}…`);

/** Escapes text for mrkdwn, so that it cannot mention anyone, and no address becomes a link (D36). */
export const escapeSlack = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/:\/\/|@/g, (mark) => (mark === '@' ? '@\u2060' : ':\u2060//'));

/** Slack refuses empty texts. */
const plain = (text: string, max: number) =>
  ({ type: 'plain_text', text: cut(text.trim() === '' ? '–' : text, max), emoji: false }) as const;

const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** What Slack would format or replace in a label, though nobody meant it. */
const FORMATTED = /[*_~`]|:\S+:/;

/** In bold type, except where only plain text shows it as it was typed. */
const labelField = (label: string) =>
  FORMATTED.test(label) ? plain(label, FIELD_MAX) : ({ type: 'mrkdwn', text: `*${escapeSlack(label)}*`, verbatim: true } as const);

/** As much of the rows as a message takes: long values are cut first, then rows are dropped from the end. */
function fitting(rows: readonly SlackRow[]): SlackRow[] {
  const labelOf = (label: string, max: number) => cut(label.replaceAll(/[\n\r]/g, ' '), Math.min(max, 300));
  const cutTo = (max: number) => rows.map(({ label, value }) => ({ label: labelOf(label, max), value: cut(value, max) }));
  const fits = (some: readonly SlackRow[]) =>
    some.reduce((sum, { label, value }) => sum + escapeSlack(label).length + value.length, 0) <= ROWS_MAX_LENGTH;
  const shortest = cutTo(100);
  return [FIELD_MAX, 500].map(cutTo).find(fits) ?? shortest.filter((_, index) => fits(shortest.slice(0, index + 1)));
}

/** A message of a title and two columns: labels, and as plain text what visitors typed. */
export function slackMessage({ title, summary, rows, footer }: MessageParts): SlackMessage {
  const sections = chunk(fitting(rows), ROWS_OF_SECTION).map((part): KnownBlock => ({
    type: 'section',
    fields: part.flatMap(({ label, value }) => [labelField(label), plain(value, FIELD_MAX)]),
  }));
  const header: KnownBlock = { type: 'header', text: plain(title, HEADER_MAX) };
  const foot: KnownBlock[] = footer === undefined ? [] : [{ type: 'context', elements: [plain(footer, FIELD_MAX)] }];
  return { text: cut(escapeSlack(summary), TEXT_MAX), blocks: [header, ...sections.slice(0, BLOCKS_MAX - 2), ...foot] };
}

/** Several messages as one, so that all of it is posted or nothing. */
export const asOneMessage = (messages: readonly SlackMessage[]): SlackMessage => ({
  text: cut(messages.map(({ text }) => text).join('\n'), TEXT_MAX),
  blocks: messages.flatMap(({ blocks }) => blocks).slice(0, BLOCKS_MAX),
});
