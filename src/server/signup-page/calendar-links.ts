import { ADD_TO_CALENDAR, CALENDAR_LINKS } from '#contract/texts/calendar.ts';
import type { LinkList } from '#signup/view.ts';

/** The links that add an event to a calendar; `address` is that of its calendar file. */
export const calendarLinks = (address: string, title: string): LinkList => ({
  intro: ADD_TO_CALENDAR,
  links: CALENDAR_LINKS.map(({ to, label, nameFor }) => ({
    href: `${address}${address.includes('?') ? to.replace('?', '&') : to}`,
    children: label,
    name: nameFor(title),
  })),
});
