import type { InfiniteData } from '@tanstack/react-query';
import type { Submission, SubmissionPage } from '#contract/attendees/submission.ts';
import { emailKey } from '#contract/rules/email.ts';

/** The loaded pages of a list of attendees, as the query cache keeps them. */
export type AttendeePages = InfiniteData<SubmissionPage, unknown>;

/** Longer lists are not refetched automatically, because each page is a call. */
const REFETCHED_PAGES_MAX = 3;

export const isLong = (data: AttendeePages | undefined): boolean => (data?.pages.length ?? 0) > REFETCHED_PAGES_MAX;
export const rowsOf = (data: AttendeePages | undefined): Submission[] => data?.pages.flatMap(({ submissions }) => submissions) ?? [];

export interface RowChanges {
  readonly now?: readonly Submission[];
  readonly gone?: ReadonlySet<string>;
  /** Which addresses of `now` occur more than once in the list; undefined if that was not read. */
  readonly duplicates?: readonly string[];
}

/** The pages with these rows replaced in place or removed; the same object if nothing changes. */
export function changeRows(
  data: AttendeePages | undefined,
  { now = [], gone = new Set(), duplicates }: RowChanges,
): AttendeePages | undefined {
  const nowById = new Map(now.map((row) => [row.id, row]));
  const found = rowsOf(data).filter(({ id }) => gone.has(id) || nowById.has(id));
  if (data === undefined || (found.length === 0 && duplicates === undefined)) return data;
  const removed = found.filter(({ id }) => gone.has(id)).length;
  const addresses = new Set(now.map(({ email }) => emailKey(email)));
  // The first check-in brings attendance into use for everyone.
  const isInUse = now.some(({ _attended_at: at }) => at !== undefined);
  const current = (row: Submission): Submission =>
    nowById.get(row.id) ?? (isInUse && row._attended_at === undefined ? { ...row, _attended_at: null } : row);
  return {
    ...data,
    pages: data.pages.map((page) => {
      const submissions = page.submissions.filter(({ id }) => !gone.has(id)).map(current);
      const hasAddress = duplicates !== undefined && submissions.some(({ email }) => addresses.has(emailKey(email)));
      return {
        ...page,
        submissions,
        submissions_count: page.submissions_count - removed,
        matches_count: page.matches_count - removed,
        duplicate_emails: hasAddress
          ? [...page.duplicate_emails.filter((email) => !addresses.has(email)), ...duplicates]
          : page.duplicate_emails,
      };
    }),
  };
}

const withPosition = (submission: Submission, position: number): Submission =>
  submission._registration === undefined ? submission : { ...submission, _registration: { ...submission._registration, position } };

/** The pages of a waiting list with one person moved, as the next read will return them; a filtered or sorted list is unchanged. */
export function movedRows(data: AttendeePages | undefined, id: string, position: number): AttendeePages | undefined {
  const rows = rowsOf(data);
  const moved = rows.find((row) => row.id === id);
  const isInOrder = rows.every((row, index) => row._registration?.position === index + 1);
  if (data === undefined || moved === undefined || !isInOrder) return data;
  const others = rows.filter((row) => row !== moved);
  const left = others.toSpliced(position - 1, 0, moved).map((row, index) => withPosition(row, index + 1));
  return { ...data, pages: data.pages.map((page) => ({ ...page, submissions: left.splice(0, page.submissions.length) })) };
}
