import type { KnownBlock } from '@slack/web-api';

/** What Slack shows: the blocks, and one line where only a line has room. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

/** A label with what belongs to it. */
export interface SlackRow {
  readonly label: string;
  readonly value: string;
}

interface MessageParts {
  readonly title: string;
  /** One line, where blocks are not shown. */
  readonly summary: string;
  readonly rows: readonly SlackRow[];
  readonly footer?: string;
}

/** Slack's limits: of a header, a field, the fields of a section, and the blocks of a message. */
const HEADER_MAX = 150;
const FIELD_MAX = 2_000;
const ROWS_OF_SECTION = 5;
const BLOCKS_MAX = 50;
const TEXT_MAX = 3_000;

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).toWellFormed()}…`;
}

/**
 * Text that Slack shows to the letter where it reads marks: `<!channel>` and `<http://…|…>` lose their meaning, and an address
 * does not become a link by itself (decision 36).
 */
export const escapeSlack = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/:\/\/|@/g, (mark) => (mark === '@' ? '@\u2060' : ':\u2060//'));

/** Plain text: Slack reads no marks in it. An empty one is refused by Slack. */
const plain = (text: string, max: number) =>
  ({ type: 'plain_text', text: cut(text.trim() === '' ? '–' : text, max), emoji: false }) as const;

const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** A message of a title and two columns: labels, and what visitors typed as plain text. */
export function slackMessage({ title, summary, rows, footer }: MessageParts): SlackMessage {
  const sections = chunk(rows, ROWS_OF_SECTION).map(
    (part): KnownBlock => ({
      type: 'section',
      fields: part.flatMap(({ label, value }) => [
        { type: 'mrkdwn', text: `*${escapeSlack(cut(label.replaceAll(/[*\n\r]/g, ' '), 300))}*`, verbatim: true } as const,
        plain(value, FIELD_MAX),
      ]),
    }),
  );
  const header: KnownBlock = { type: 'header', text: plain(title, HEADER_MAX) };
  const foot: KnownBlock[] = footer === undefined ? [] : [{ type: 'context', elements: [plain(footer, FIELD_MAX)] }];
  return {
    text: cut(escapeSlack(summary), TEXT_MAX),
    blocks: [header, ...sections.slice(0, BLOCKS_MAX - 2), ...foot],
  };
}
