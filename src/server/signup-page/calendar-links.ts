import { escapeHtml } from '#contract/rules/mail-template.ts';
import { ADD_TO_CALENDAR, CALENDAR_LINKS } from '#contract/texts/calendar.ts';
import { attributes } from './html.ts';

/** Markup of the links that add an event to a calendar; `address` is that of its file. */
export function calendarLinks(address: string, title: string): string {
  const links = CALENDAR_LINKS.map(
    ({ to, label, nameFor }) =>
      `<a${attributes({ href: `${address}${to}`, target: '_blank', rel: 'noopener', 'aria-label': nameFor(title) })}>${escapeHtml(label)}</a>`,
  );
  return `${ADD_TO_CALENDAR} ${links.join(' · ')}`;
}
