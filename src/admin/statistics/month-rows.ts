import dayjs from 'dayjs';
import type { Statistics } from '#contract/statistics.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';

/** The variants of texts about a change. */
export const TONES = { grown: 'good', fallen: 'bad', same: undefined, unknown: undefined } as const;

export type MonthRow = ReturnType<typeof monthRows>[number];

function changeSince(signups: number, older: number | undefined): { readonly kind: keyof typeof TONES; readonly text: string } {
  if (older === undefined) return { kind: 'unknown', text: '–' };
  const difference = signups - older;
  if (difference === 0) return { kind: 'same', text: 'No change' };
  return difference > 0 ? { kind: 'grown', text: `+${formatCount(difference)}` } : { kind: 'fallen', text: `-${formatCount(-difference)}` };
}

/** The rows of the months table, labelled `11 / 2026`; `months` are newest first, and each is compared with the one after it. */
export const monthRows = (months: Statistics['months']) =>
  months.map(({ month, signups }, index) => {
    const [year = '', number = ''] = month.split('-');
    return { month, label: `${number} / ${year}`, signups, change: changeSince(signups, months[index + 1]?.signups) };
  });

const daysOf = (month: string, last: number): string => `${last === 1 ? '1' : `1 to ${last}`} ${dayjs(month).format('MMMM')}`;

/** A fair comparison for the current month: `1 to 21 November so far: 48 sign-ups, 5 fewer than from 1 to 21 October.` */
export function soFarText([current, last]: Statistics['months'], { day, last_month: before }: Statistics['so_far']): string | undefined {
  if (current === undefined || last === undefined) return undefined;
  const difference = current.signups - before;
  const compared = difference === 0 ? 'as many as' : `${formatCount(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than`;
  const days = `${daysOf(current.month, day)} so far: ${counted(current.signups, 'sign-up')}`;
  return `${days}, ${compared} ${day === 1 ? 'on' : 'from'} ${daysOf(last.month, Math.min(day, dayjs(last.month).daysInMonth()))}.`;
}

/** `November 2026` for `2026-11`. */
export const monthName = (month: string): string => dayjs(month).format('MMMM YYYY');

export type WeekRow = ReturnType<typeof weekRows>[number];

/** The weeks of the bar chart, counted from the first of the month: days 1 to 6, 7 to 13, 14 to 20, and 21 to the end (D8). */
export const weekRows = (weeks: Statistics['weeks']) =>
  weeks.this_month.map((signups, index) => ({ week: `Week ${index + 1}`, this_month: signups, last_month: weeks.last_month[index] ?? 0 }));

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** There are no more sign-ups than views, unless some views were not counted, as where a browser blocks that call. */
export const isRate = (percentage: number): boolean => percentage <= 100;

export const formatRate = (percentage: number): string => (isRate(percentage) ? `${twoDecimals.format(percentage)}%` : '–');
