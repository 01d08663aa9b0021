import { z } from 'zod';
import { fieldIds, nothing, oneId, publicWrite, staffRead, staffWrite } from './call-shapes.ts';
import { endpoint } from './endpoint.ts';
import * as series from './event-series.ts';
import { deletedEventSchema, eventEditSchema, eventSchema, newEventSchema } from './event.ts';
import * as feedback from './feedback.ts';
import { fieldEditSchema, fieldSchema, newFieldsSchema } from './form-field.ts';
import { marketingFormCalls } from './marketing-form-calls.ts';
import { searchQuerySchema, searchResultSchema } from './search.ts';
import { serviceCalls } from './service-calls.ts';
import { signedUpSchema, signUpSchema } from './sign-up.ts';
import { statisticsQuerySchema, statisticsSchema } from './statistics.ts';
import * as submission from './submission.ts';
import { userSchema } from './user.ts';
import { id } from './wire-text.ts';

const eventIds = z.object({ id, eventId: id });
const submissionIds = z.object({ id, eventId: id, submissionId: id });

/**
 * All calls of the API, under `/api`: the server serves them, the staff app calls them, and the OpenAPI document lists them. A path with
 * `event_series` also works with `events-series`.
 */
export const api = {
  getMe: endpoint({ ...staffRead, path: '/me', params: nothing, response: userSchema, summary: 'The signed-in user' }),

  listEventSeries: endpoint({
    ...staffRead,
    path: '/event_series',
    params: nothing,
    response: z.array(series.seriesCardSchema),
    summary: 'All event series with their counts',
  }),
  getEventSeries: endpoint({
    ...staffRead,
    access: 'staff-or-public',
    path: '/event_series/:id',
    params: oneId,
    query: series.seriesQuerySchema,
    response: z.union([series.seriesSchema, series.publicSeriesSchema]),
    summary: 'One series with events and fields; without a token only what its public form needs',
  }),
  addEventSeries: endpoint({
    ...staffWrite,
    path: '/event_series/add',
    params: nothing,
    body: series.titleSchema,
    response: series.seriesSettingsSchema,
    isAdd: true,
    summary: 'Add an event series',
  }),
  editEventSeries: endpoint({
    ...staffWrite,
    path: '/event_series/:id/edit',
    params: oneId,
    body: series.seriesEditSchema,
    response: series.seriesSettingsSchema,
    isEdit: true,
    summary: 'Change settings of a series',
  }),
  deleteEventSeries: endpoint({
    ...staffWrite,
    path: '/event_series/:id/delete',
    params: oneId,
    response: oneId,
    summary: 'Delete a series with its events, fields and sign-ups',
  }),
  countSeriesLosses: endpoint({
    ...staffRead,
    path: '/event_series/:id/losses',
    params: oneId,
    response: series.seriesLossesSchema,
    summary: 'How many events, sign-ups and fields the deletion of a series would lose',
  }),

  getEvent: endpoint({
    ...staffRead,
    path: '/event_series/:id/event/:eventId',
    params: eventIds,
    query: submission.pageQuerySchema,
    response: submission.eventWithSubmissionsSchema,
    summary: 'One event with its submissions, whole or in pages',
  }),
  addEvent: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/add',
    params: oneId,
    body: newEventSchema,
    response: eventSchema,
    isAdd: true,
    summary: 'Add an event to a series',
  }),
  editEvent: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/:eventId/edit',
    params: eventIds,
    body: eventEditSchema,
    response: eventSchema,
    isEdit: true,
    summary: 'Change fields of an event',
  }),
  deleteEvent: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/:eventId/delete',
    params: eventIds,
    response: deletedEventSchema,
    summary: 'Delete an event, and the sign-ups that are in no other event',
  }),
  countEventLosses: endpoint({
    ...staffRead,
    path: '/event_series/:id/event/:eventId/losses',
    params: eventIds,
    response: z.object({ submissions_lost: z.int(), submissions_kept: z.int() }),
    summary: 'How many sign-ups the deletion of an event would lose',
  }),
  exportEvent: endpoint({
    ...staffRead,
    path: '/event_series/:id/event/:eventId/export',
    params: eventIds,
    query: submission.exportQuerySchema,
    response: 'csv',
    summary: 'The submissions of an event as CSV',
  }),
  exportChosenOfEvent: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/:eventId/export',
    params: eventIds,
    query: submission.chosenQuerySchema,
    body: submission.chosenSubmissionsSchema,
    response: 'csv',
    summary: 'Chosen submissions of an event as CSV; changes nothing',
  }),
  countEventSubmissions: endpoint({
    ...staffRead,
    path: '/event_series/:id/event/:eventId/counts',
    params: eventIds,
    query: submission.filterCountsQuerySchema,
    response: submission.filterCountsSchema,
    summary: 'How many submissions of an event each filter leaves',
  }),

  addSubmission: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/:eventId/submission/add',
    params: eventIds,
    body: submission.newSubmissionSchema,
    response: submission.submissionSchema,
    isAdd: true,
    summary: 'Add an attendee by hand or from CSV; sends nothing',
  }),
  editSubmission: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/:eventId/submission/:submissionId/edit',
    params: submissionIds,
    body: submission.submissionEditSchema,
    response: submission.submissionSchema,
    isEdit: true,
    summary: "Change an attendee's details, in all events of the sign-up",
  }),
  deleteSubmission: endpoint({
    ...staffWrite,
    path: '/event_series/:id/event/:eventId/submission/:submissionId/delete',
    params: submissionIds,
    response: submission.deletedSubmissionSchema,
    summary: 'Take a sign-up out of an event; out of its last one, delete it',
  }),

  addSeriesFields: endpoint({
    ...staffWrite,
    path: '/event_series/:id/addeventseriesformfields',
    params: oneId,
    body: newFieldsSchema,
    response: z.array(fieldSchema),
    isAdd: true,
    summary: 'Add fields to the form of a series',
  }),
  editSeriesField: endpoint({
    ...staffWrite,
    path: '/event_series/:id/eventseriesformfield/:fieldId/edit',
    params: fieldIds,
    body: fieldEditSchema,
    response: fieldSchema,
    isEdit: true,
    summary: 'Change or move a field of a series',
  }),
  deleteSeriesField: endpoint({
    ...staffWrite,
    path: '/event_series/:id/eventseriesformfield/:fieldId/delete',
    params: fieldIds,
    response: fieldSchema,
    summary: 'Delete a field of a series; answers stay in the export',
  }),

  getStatistics: endpoint({
    ...staffRead,
    path: '/event_series/:id/statistics',
    params: oneId,
    query: statisticsQuerySchema,
    response: statisticsSchema,
    summary: 'Statistics of a series in UTC days; without a range, of the last 30 days and today',
  }),

  submitSeriesSignUp: endpoint({
    ...publicWrite,
    path: '/event_series/:id/submit',
    params: oneId,
    body: signUpSchema,
    response: signedUpSchema,
    isAdd: true,
    summary: 'Sign up for events of a series',
  }),
  trackViews: endpoint({
    ...publicWrite,
    path: '/event_series/:id/track_views',
    params: oneId,
    response: nothing,
    isAdd: true,
    summary: "Count a view of a series' form",
  }),

  ...marketingFormCalls,

  listFeedback: endpoint({
    ...staffRead,
    path: '/website-feedback',
    params: nothing,
    response: z.array(feedback.feedbackCardSchema),
    summary: 'All lists of website feedback with their counts',
  }),
  getFeedback: endpoint({
    ...staffRead,
    path: '/website-feedback/:id',
    params: oneId,
    query: feedback.feedbackPageSchema,
    response: feedback.feedbackListSchema,
    summary: 'One list with its entries, newest first: without `limit` the newest 500, and a cursor for the rest',
  }),
  addFeedbackList: endpoint({
    ...staffWrite,
    path: '/website-feedback/add',
    params: nothing,
    body: series.titleSchema,
    response: feedback.feedbackCardSchema,
    isAdd: true,
    summary: 'Add a list of website feedback',
  }),
  deleteFeedbackList: endpoint({
    ...staffWrite,
    path: '/website-feedback/:id/delete',
    params: oneId,
    response: oneId,
    summary: 'Delete a list with its entries',
  }),
  submitFeedback: endpoint({
    ...publicWrite,
    path: '/website-feedback/:id/submit',
    params: oneId,
    body: feedback.newFeedbackSchema,
    response: z.object({ id }),
    isAdd: true,
    summary: 'Send feedback from a website',
  }),

  search: endpoint({
    ...staffRead,
    path: '/search',
    params: nothing,
    query: searchQuerySchema,
    response: searchResultSchema,
    summary: 'The best few series, forms, events and people for some words',
  }),

  ...serviceCalls,
} as const;
