import { z } from 'zod';
import * as attendeeImport from './attendees/attendee-import.ts';
import { foundPersonSchema, personQuerySchema, personSchema } from './attendees/person.ts';
import { foundPeopleSchema, peopleQuerySchema, searchQuerySchema, searchResultSchema } from './attendees/search.ts';
import * as submission from './attendees/submission.ts';
import {
  endpoint,
  nothing,
  publicAdd,
  publicSubmit,
  sharedRead,
  staffAdd,
  staffAddInBatch,
  staffAsk,
  staffEdit,
  staffRead,
  staffWrite,
} from './endpoint.ts';
import {
  deletedEventSchema,
  duplicateCountsSchema,
  editedEventSchema,
  eventEditSchema,
  eventLossesQuerySchema,
  eventLossesSchema,
  eventSchema,
  newEventSchema,
} from './events/event.ts';
import * as feedback from './feedback.ts';
import * as series from './forms/event-series.ts';
import { fieldEditSchema, fieldSchema, newFieldsSchema } from './forms/form-field.ts';
import { marketingFormCalls } from './forms/marketing-form-calls.ts';
import { setupCalls } from './forms/setup.ts';
import { presenceSchema } from './live.ts';
import { overviewQuerySchema, overviewSchema } from './overview.ts';
import { deletionAnswer, deletionSchema } from './registrations/event-change.ts';
import { userSchema } from './session/user.ts';
import { signedUpSchema, signUpSchema } from './sign-up.ts';
import { statisticsQuerySchema, statisticsSchema } from './statistics.ts';
import { sideEffectCalls } from './steps/side-effect-calls.ts';
import { id } from './wire-text.ts';

/** The calls of the API that the staff app's first script has, under `/api`, but the two streams (`LIVE_PATH`, `LEAD_PROGRESS_PATH`); a path with `event_series` also works with `events-series`. */
export const api = {
  getMe: endpoint(staffRead, '/me', { response: userSchema, summary: 'The signed-in user' }),

  loadSampleData: endpoint(staffWrite, '/sample_data', {
    response: z.object({ added: z.boolean() }),
    summary: 'Add sample series, forms and sign-ups, once (`added` is false if they were there); not found in production',
  }),

  getOverview: endpoint(staffRead, '/overview', {
    query: overviewQuerySchema,
    response: overviewSchema,
    summary: "Today's sign-ups of all series and forms, and the next three events over all series",
  }),

  listEventSeries: endpoint(staffRead, '/event_series', {
    response: z.array(series.seriesCardSchema),
    summary: 'All event series with their counts',
  }),
  getEventSeries: endpoint(sharedRead, '/event_series/:id', {
    query: series.seriesQuerySchema,
    response: z.union([series.seriesSchema, series.publicSeriesSchema]),
    summary: 'One series with events and fields; without a token only what its public form needs',
  }),
  addEventSeries: endpoint(staffAdd, '/event_series/add', {
    body: series.titleSchema,
    response: series.seriesSettingsSchema,
    summary: 'Add an event series',
  }),
  editEventSeries: endpoint(staffEdit, '/event_series/:id/edit', {
    body: series.seriesEditSchema,
    response: series.seriesSettingsSchema,
    summary: 'Change settings of a series',
  }),
  deleteEventSeries: endpoint(staffWrite, '/event_series/:id/delete', {
    body: deletionSchema,
    response: z.object({ id, ...deletionAnswer }),
    summary:
      'Delete a series with its events, fields and sign-ups; with `tell`, everyone registered for events that have not begun gets an email',
  }),
  countSeriesLosses: endpoint(staffRead, '/event_series/:id/losses', {
    response: series.seriesLossesSchema,
    summary: 'How many events, sign-ups and fields the deletion of a series would lose',
  }),
  countSeriesDuplicates: endpoint(staffRead, '/event_series/:id/duplicates', {
    response: duplicateCountsSchema,
    summary:
      'How many sign-ups of each event repeat an address. At most 20,000 repeated addresses are counted: beyond that all events are listed, otherwise those with any',
  }),

  getEvent: endpoint(staffRead, '/event_series/:id/event/:eventId', {
    query: submission.eventPageQuerySchema,
    response: submission.eventWithSubmissionsSchema,
    summary: 'One event with its submissions, whole or in pages',
  }),
  addEvent: endpoint(staffAdd, '/event_series/:id/event/add', {
    body: newEventSchema,
    response: eventSchema,
    summary: 'Add an event to a series',
  }),
  editEvent: endpoint(staffEdit, '/event_series/:id/event/:eventId/edit', {
    body: eventEditSchema,
    response: editedEventSchema,
    summary: 'Change fields of an event',
  }),
  deleteEvent: endpoint(staffWrite, '/event_series/:id/event/:eventId/delete', {
    body: deletionSchema,
    response: deletedEventSchema,
    summary:
      'Delete an event, and the sign-ups that are in no other event; with `tell`, everyone registered gets an email if it has not begun',
  }),
  countEventLosses: endpoint(staffRead, '/event_series/:id/event/:eventId/losses', {
    query: eventLossesQuerySchema,
    response: eventLossesSchema,
    summary:
      'How many sign-ups the deletion of an event would lose, and how many people could be told about it. With `count_max`, an event with more registrations reports all of them as lost, with `is_maximum`, without looking at other events',
  }),
  exportEvent: endpoint(staffRead, '/event_series/:id/event/:eventId/export', {
    query: submission.eventExportQuerySchema,
    response: 'csv',
    summary: 'The submissions of an event as CSV',
  }),
  exportChosenOfEvent: endpoint(staffAsk, '/event_series/:id/event/:eventId/export', {
    query: submission.chosenOfEventQuerySchema,
    body: submission.chosenSubmissionsSchema,
    response: 'csv',
    summary: 'Chosen submissions of an event as CSV; changes nothing',
  }),
  countEventSubmissions: endpoint(staffRead, '/event_series/:id/event/:eventId/counts', {
    query: submission.eventFilterCountsQuerySchema,
    response: submission.filterCountsSchema,
    summary: 'How many submissions of an event each filter leaves',
  }),
  countEventAnswers: endpoint(staffRead, '/event_series/:id/event/:eventId/answers', {
    response: submission.answerCountsSchema,
    summary: 'How often each answer to the select and checkbox fields of an event was given',
  }),

  countSubmissionLosses: endpoint(staffAsk, '/event_series/:id/event/:eventId/submissions/losses', {
    body: submission.chosenSubmissionsSchema,
    response: submission.submissionLossesSchema,
    summary: 'How many of these submissions their removal from an event would lose; changes nothing',
  }),
  getSomeOfEvent: endpoint(staffRead, '/event_series/:id/event/:eventId/submissions/some', {
    query: submission.someOfEventQuerySchema,
    response: submission.someSubmissionsSchema,
    summary: 'Up to 50 submissions of an event by their ids, and which of them no longer exist',
  }),

  addSubmission: endpoint(staffAddInBatch, '/event_series/:id/event/:eventId/submission/add', {
    body: submission.newSubmissionSchema,
    response: submission.submissionSchema,
    summary: 'Add an attendee by hand or from CSV; sends nothing',
  }),
  editSubmission: endpoint(staffEdit, '/event_series/:id/event/:eventId/submission/:submissionId/edit', {
    body: submission.submissionEditSchema,
    response: submission.submissionSchema,
    summary: "Change an attendee's details, in all events of the sign-up",
  }),
  deleteSubmission: endpoint(staffWrite, '/event_series/:id/event/:eventId/submission/:submissionId/delete', {
    response: submission.deletedSubmissionSchema,
    summary: 'Take a sign-up out of an event; out of its last one, delete it',
  }),

  listImports: endpoint(staffRead, '/event_series/:id/event/:eventId/imports', {
    response: z.array(attendeeImport.importSchema),
    summary: 'The last 100 uploads of CSV files into an event, newest first',
  }),
  addImport: endpoint(staffAdd, '/event_series/:id/event/:eventId/import/add', {
    body: attendeeImport.newImportSchema,
    response: z.object({ id }),
    summary: 'Begin an upload; each of its rows is added by a call that names it in the header `Batch`',
  }),
  undoImport: endpoint(staffWrite, '/event_series/:id/event/:eventId/import/:importId/undo', {
    response: attendeeImport.undoneImportSchema,
    summary: 'Remove the attendees that an upload added and nobody has worked with since',
  }),

  addSeriesFields: endpoint(staffAdd, '/event_series/:id/addeventseriesformfields', {
    body: newFieldsSchema,
    response: z.array(fieldSchema),
    summary: 'Add fields to the form of a series',
  }),
  editSeriesField: endpoint(staffEdit, '/event_series/:id/eventseriesformfield/:fieldId/edit', {
    body: fieldEditSchema,
    response: fieldSchema,
    summary: 'Change or move a field of a series',
  }),
  deleteSeriesField: endpoint(staffWrite, '/event_series/:id/eventseriesformfield/:fieldId/delete', {
    response: fieldSchema,
    summary: 'Delete a field of a series; answers stay in the export',
  }),

  getStatistics: endpoint(staffRead, '/event_series/:id/statistics', {
    query: statisticsQuerySchema,
    response: statisticsSchema,
    summary: 'Statistics of a series in UTC days; without a range, of the last 30 days and today',
  }),

  submitSeriesSignUp: endpoint({ ...publicSubmit, form: 'series' }, '/event_series/:id/submit', {
    body: signUpSchema,
    response: signedUpSchema,
    summary: 'Sign up for events of a series',
  }),
  trackViews: endpoint(publicAdd, '/event_series/:id/track_views', { response: nothing, summary: "Count a view of a series' form" }),

  ...marketingFormCalls,
  ...setupCalls,

  listFeedback: endpoint(staffRead, '/website-feedback', {
    response: z.array(feedback.feedbackCardSchema),
    summary: 'All lists of website feedback with their counts',
  }),
  getFeedback: endpoint(staffRead, '/website-feedback/:id', {
    query: feedback.feedbackPageSchema,
    response: feedback.feedbackListSchema,
    summary: 'One list with its entries, newest first: without `limit` the newest 500, and a cursor for the rest',
  }),
  addFeedbackList: endpoint(staffAdd, '/website-feedback/add', {
    body: series.titleSchema,
    response: feedback.feedbackCardSchema,
    summary: 'Add a list of website feedback',
  }),
  deleteFeedbackList: endpoint(staffWrite, '/website-feedback/:id/delete', {
    response: z.object({ id }),
    summary: 'Delete a list with its entries',
  }),
  submitFeedback: endpoint(publicSubmit, '/website-feedback/:id/submit', {
    body: feedback.newFeedbackSchema,
    response: z.object({ id }),
    summary: 'Send feedback from a website',
  }),

  search: endpoint(staffRead, '/search', {
    query: searchQuerySchema,
    response: searchResultSchema,
    summary: 'The best few series, forms, events and people for some words',
  }),
  findPeople: endpoint(staffRead, '/people', {
    query: peopleQuerySchema,
    response: foundPeopleSchema,
    summary: 'All people with some words, the latest first, page by page',
  }),

  getPerson: endpoint(staffRead, '/person/:personId', {
    query: personQuerySchema,
    response: personSchema,
    summary: 'All sign-ups of the address of one submission, newest first, and what they say together',
  }),
  findPerson: endpoint(staffAsk, '/person/find', {
    body: submission.addressSchema,
    response: foundPersonSchema,
    summary: 'The person with an address, which is sent in the body so that no log has it',
  }),

  sayPresence: endpoint(staffAsk, '/live/here', {
    body: presenceSchema,
    response: nothing,
    summary: 'Tell colleagues who edit the same that the caller does too; nothing is stored',
  }),

  ...sideEffectCalls,
} as const;
