import { formatCount } from '#admin/ui/format/counts.ts';
import type { Statistics } from '#contract/statistics.ts';

interface MonthChange {
  readonly kind: 'grown' | 'fallen' | 'same' | 'unknown';
  /** `+23`, `-27`, `No change`, or a dash for the oldest month. */
  readonly text: string;
}

export interface MonthRow {
  /** `2026-11` */
  readonly month: string;
  /** `11 / 2026` */
  readonly label: string;
  readonly signups: number;
  readonly change: MonthChange;
}

function changeSince(signups: number, older: number | undefined): MonthChange {
  if (older === undefined) return { kind: 'unknown', text: '–' };
  const difference = signups - older;
  if (difference === 0) return { kind: 'same', text: 'No change' };
  return difference > 0 ? { kind: 'grown', text: `+${formatCount(difference)}` } : { kind: 'fallen', text: `-${formatCount(-difference)}` };
}

/** The rows of the months table; `months` are newest first, and each is compared with the one after it. */
export const monthRows = (months: Statistics['months']): MonthRow[] =>
  months.map(({ month, signups }, index) => {
    const [year = '', number = ''] = month.split('-');
    return { month, label: `${number} / ${year}`, signups, change: changeSince(signups, months[index + 1]?.signups) };
  });

const monthFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `November 2026` for `2026-11`. */
export const monthName = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
