import { z } from 'zod';
import { endpoint, staffAddInBatch, staffAsk, staffEdit, staffEditInBatch, staffRead, staffWrite } from '../endpoint.ts';
import * as submission from './submission.ts';

/** What an event and a marketing form have in common; `list` says which list of an event. */
const callsOf = <At extends string, List extends z.ZodRawShape>(at: At, of: string, list: List) => ({
  some: endpoint(staffRead, `/${at}/submissions/some`, {
    query: submission.someQuerySchema.extend(list),
    response: submission.someSubmissionsSchema,
    summary: `Up to 50 submissions of ${of} by their ids, and which of them no longer exist`,
  }),
  answers: endpoint(staffRead, `/${at}/answers`, {
    response: submission.answerCountsSchema,
    summary: `How often each answer to the select and checkbox fields of ${of} was given`,
  }),
  exportAll: endpoint({ ...staffRead, needs: 'edit' }, `/${at}/export`, {
    query: submission.exportQuerySchema.extend(list),
    response: 'export',
    summary: `The submissions of ${of} as CSV or Excel file`,
  }),
  exportChosen: endpoint({ ...staffAsk, needs: 'edit' }, `/${at}/export`, {
    query: submission.chosenQuerySchema.extend(list),
    body: submission.chosenSubmissionsSchema,
    response: 'export',
    summary: `Chosen submissions of ${of} as CSV or Excel file; changes nothing`,
  }),
});

const ofEvent = callsOf('event_series/:id/event/:eventId', 'an event', submission.ofList);
const ofForm = callsOf('form/:id', 'a marketing form', {});

export const attendeeCalls = {
  getEvent: endpoint(staffRead, '/event_series/:id/event/:eventId', {
    query: submission.pageQuerySchema.extend(submission.ofList),
    response: submission.eventWithSubmissionsSchema,
    summary: 'One event with its submissions, whole or in pages',
  }),
  getSomeOfEvent: ofEvent.some,
  countEventSubmissions: endpoint(staffRead, '/event_series/:id/event/:eventId/counts', {
    query: submission.filterCountsQuerySchema.extend(submission.ofList),
    response: submission.filterCountsSchema,
    summary: 'How many submissions of an event match each filter',
  }),
  countEventAnswers: ofEvent.answers,
  countSubmissionLosses: endpoint(staffAsk, '/event_series/:id/event/:eventId/submissions/losses', {
    body: submission.chosenSubmissionsSchema,
    response: submission.submissionLossesSchema,
    summary: 'How many of these submissions would be lost by removing them from an event; changes nothing',
  }),
  addSubmission: endpoint(staffAddInBatch, '/event_series/:id/event/:eventId/submission/add', {
    body: submission.newSubmissionSchema,
    response: submission.submissionSchema,
    summary: 'Add an attendee by hand or from CSV; sends nothing',
  }),
  editSubmission: endpoint(staffEditInBatch, '/event_series/:id/event/:eventId/submission/:submissionId/edit', {
    body: submission.submissionEditSchema,
    response: submission.submissionSchema,
    summary: "Change an attendee's details, in all events of the sign-up",
  }),
  deleteSubmission: endpoint(staffWrite, '/event_series/:id/event/:eventId/submission/:submissionId/delete', {
    response: submission.deletedSubmissionSchema,
    summary: 'Remove a sign-up from an event; if it is its last, delete it',
  }),
  exportEvent: ofEvent.exportAll,
  exportChosenOfEvent: ofEvent.exportChosen,
  listFormSubmissions: endpoint(staffRead, '/form/:id/submissions', {
    query: submission.pageQuerySchema,
    response: z.array(submission.submissionSchema),
    summary: 'The submissions of a marketing form as a plain list; the Link header leads to the next page',
  }),
  getFormSubmissionPage: endpoint(staffRead, '/form/:id/submissions/page', {
    query: submission.pageQuerySchema,
    response: submission.submissionPageSchema,
    summary: 'The submissions of a marketing form, whole or in pages, with their counts',
  }),
  getSomeOfForm: ofForm.some,
  countFormSubmissions: endpoint(staffRead, '/form/:id/submissions/counts', {
    query: submission.filterCountsQuerySchema,
    response: submission.filterCountsSchema,
    summary: 'How many submissions of a marketing form match each filter',
  }),
  countFormAnswers: ofForm.answers,
  editFormSubmission: endpoint(staffEdit, '/form/:id/submission/:submissionId/edit', {
    body: submission.submissionEditSchema,
    response: submission.submissionSchema,
    summary: 'Change a submission of a marketing form',
  }),
  deleteFormSubmission: endpoint(staffWrite, '/form/:id/submission/:submissionId/delete', {
    response: submission.deletedSubmissionSchema,
    summary: 'Delete a submission of a marketing form',
  }),
  exportForm: ofForm.exportAll,
  exportChosenOfForm: ofForm.exportChosen,
} as const;

export const attendeeCallsOf = {
  series: {
    ...ofEvent,
    page: attendeeCalls.getEvent,
    counts: attendeeCalls.countEventSubmissions,
    edit: attendeeCalls.editSubmission,
    remove: attendeeCalls.deleteSubmission,
  },
  marketing: {
    ...ofForm,
    page: attendeeCalls.getFormSubmissionPage,
    counts: attendeeCalls.countFormSubmissions,
    edit: attendeeCalls.editFormSubmission,
    remove: attendeeCalls.deleteFormSubmission,
  },
} as const;
