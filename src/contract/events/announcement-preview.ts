import { z } from 'zod';
import { endpoint, staffRead } from '../endpoint.ts';
import { changedValueSchema } from '../registrations/registration-changes.ts';
import { unannouncedSchema } from './event.ts';

/** An event as shown in a mail, a card in HTML and lines in plain text; unknown values are empty. */
export const eventItemSchema = z.object({
  title: z.string(),
  /** On its waiting list, such as `Position 3`. */
  position: z.string(),
  date: z.string(),
  /** Null without a date. */
  tile: z.object({ month: z.string(), day: z.string() }).nullable(),
  place: z.string(),
  /** The address to show on a map, and the link's text. */
  map: z.object({ address: z.string(), name: z.string() }).nullable(),
  join: z.string(),
});

/** An item of a list in a mail: a paragraph, an event, a changed value, or the source of a check-in code's picture. */
export const mailItem = z.union([z.string(), eventItemSchema, changedValueSchema, z.object({ code: z.string() })]);

/** The value of a placeholder: a text, or a list of events, changes and paragraphs. */
const mailValue = z.union([z.string(), z.array(mailItem).readonly()]);

/** The mail about a change as its first recipient gets it, before the note is filled in. */
const changeMailSchema = z.object({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  /** The name of its calendar file. */
  file: z.string().nullable(),
  subject: z.string(),
  template: z.string(),
  /** By placeholder; a server of another release may have different ones. */
  values: z.object({ SERIES: mailValue, FNAME: mailValue, SUCCESS: mailValue, FROM: mailValue }).catchall(mailValue),
});

const eventChangeSchema = unannouncedSchema.extend({ mail: changeMailSchema });

export const announcementPreviewCalls = {
  getEventChange: endpoint(staffRead, '/event_series/:id/event/:eventId/change', {
    query: z.object({ cancelled: z.enum(['true', 'false']).optional() }),
    response: eventChangeSchema.nullable(),
    summary:
      'The changes to an event that people have not been notified of, with the email about them; null if there are none. With `cancelled`, as if the event were cancelled or reinstated now',
  }),
};

export type EventChange = z.infer<typeof eventChangeSchema>;
