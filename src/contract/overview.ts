import { z } from 'zod';
import { filterCountsQuerySchema } from './attendees/submission.ts';
import { endpoint, staffRead } from './endpoint.ts';
import { eventSchema } from './events/event.ts';
import { id, moment } from './wire-text.ts';

/** "Today" begins at `today_from`, or with the UTC day. */
const overviewQuerySchema = filterCountsQuerySchema.pick({ today_from: true });

const nextEventSchema = eventSchema.pick({ id: true, event_title: true, date: true, end_date: true }).extend({
  date: moment,
  series_id: id,
  series_title: z.string(),
  signups_count: z.int(),
});

export const overviewSchema = z.object({
  /** Series and marketing forms with sign-ups today, those with most first. */
  today: z.array(z.object({ kind: z.enum(['series', 'form']), id, title: z.string(), signups: z.int() })),
  /** The next events on a form, across all series. */
  next_events: z.array(nextEventSchema),
});

export const overviewCalls = {
  getOverview: endpoint(staffRead, '/overview', {
    query: overviewQuerySchema,
    response: overviewSchema,
    summary: "Today's sign-ups for all series and forms, and the next three events across all series",
  }),
} as const;

export type Overview = z.infer<typeof overviewSchema>;
