import type { InfiniteData } from '@tanstack/react-query';
import type { Submission, SubmissionPage } from '#contract/submission.ts';

type Pages = InfiniteData<SubmissionPage, string>;

const withPosition = (submission: Submission, position: number): Submission =>
  submission._registration === undefined ? submission : { ...submission, _registration: { ...submission._registration, position } };

/** The loaded pages of a waiting list with one person at another position, as it will be read; one that is filtered or sorted stays as it is. */
export function movedRows(pages: Pages | undefined, id: string, position: number): Pages | undefined {
  const rows = pages?.pages.flatMap(({ submissions }) => submissions) ?? [];
  const moved = rows.find((row) => row.id === id);
  const isInOrder = rows.every((row, index) => row._registration?.position === index + 1);
  if (pages === undefined || moved === undefined || !isInOrder) return pages;
  const others = rows.filter((row) => row !== moved);
  const ordered = [...others.slice(0, position - 1), moved, ...others.slice(position - 1)].map((row, index) =>
    withPosition(row, index + 1),
  );
  let start = 0;
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      const submissions = ordered.slice(start, start + page.submissions.length);
      start += page.submissions.length;
      return { ...page, submissions };
    }),
  };
}
