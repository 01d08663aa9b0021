import { z } from 'zod';
import { endpoint, staffAddInBatch, staffAsk, staffEdit, staffEditInBatch, staffRead, staffWrite } from '../endpoint.ts';
import * as submission from './submission.ts';

export const attendeeCalls = {
  getEvent: endpoint(staffRead, '/event_series/:id/event/:eventId', {
    query: submission.pageQuerySchema.extend(submission.ofList),
    response: submission.eventWithSubmissionsSchema,
    summary: 'One event with its submissions, whole or in pages',
  }),
  getSomeOfEvent: endpoint(staffRead, '/event_series/:id/event/:eventId/submissions/some', {
    query: submission.someQuerySchema.extend(submission.ofList),
    response: submission.someSubmissionsSchema,
    summary: 'Up to 50 submissions of an event by their ids, and which of them no longer exist',
  }),
  countEventSubmissions: endpoint(staffRead, '/event_series/:id/event/:eventId/counts', {
    query: submission.filterCountsQuerySchema.extend(submission.ofList),
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
    summary: 'Take a sign-up out of an event; out of its last one, delete it',
  }),
  exportEvent: endpoint({ ...staffRead, needs: 'edit' }, '/event_series/:id/event/:eventId/export', {
    query: submission.exportQuerySchema.extend(submission.ofList),
    response: 'export',
    summary: 'The submissions of an event as CSV or Excel file',
  }),
  exportChosenOfEvent: endpoint({ ...staffAsk, needs: 'edit' }, '/event_series/:id/event/:eventId/export', {
    query: submission.chosenQuerySchema.extend(submission.ofList),
    body: submission.chosenSubmissionsSchema,
    response: 'export',
    summary: 'Chosen submissions of an event as CSV or Excel file; changes nothing',
  }),
  listFormSubmissions: endpoint(staffRead, '/form/:id/submissions', {
    query: submission.pageQuerySchema,
    response: z.array(submission.submissionSchema),
    summary: 'The submissions of a marketing form: the list itself, whole or in pages; the header Link leads to the next one',
  }),
  getFormSubmissionPage: endpoint(staffRead, '/form/:id/submissions/page', {
    query: submission.pageQuerySchema,
    response: submission.submissionPageSchema,
    summary: 'The submissions of a marketing form, whole or in pages, with the counts beside them',
  }),
  getSomeOfForm: endpoint(staffRead, '/form/:id/submissions/some', {
    query: submission.someQuerySchema,
    response: submission.someSubmissionsSchema,
    summary: 'Up to 50 submissions to a form by their ids, and which of them no longer exist',
  }),
  countFormSubmissions: endpoint(staffRead, '/form/:id/submissions/counts', {
    query: submission.filterCountsQuerySchema,
    response: submission.filterCountsSchema,
    summary: 'How many submissions of a marketing form each filter leaves',
  }),
  countFormAnswers: endpoint(staffRead, '/form/:id/answers', {
    response: submission.answerCountsSchema,
    summary: 'How often each answer to the select and checkbox fields of a marketing form was given',
  }),
  editFormSubmission: endpoint(staffEdit, '/form/:id/submission/:submissionId/edit', {
    body: submission.submissionEditSchema,
    response: submission.submissionSchema,
    summary: 'Change a submission of a marketing form',
  }),
  deleteFormSubmission: endpoint(staffWrite, '/form/:id/submission/:submissionId/delete', {
    response: submission.deletedSubmissionSchema,
    summary: 'Delete a submission of a marketing form',
  }),
  exportForm: endpoint({ ...staffRead, needs: 'edit' }, '/form/:id/export', {
    query: submission.exportQuerySchema,
    response: 'export',
    summary: 'The submissions of a marketing form as CSV or Excel file',
  }),
  exportChosenOfForm: endpoint({ ...staffAsk, needs: 'edit' }, '/form/:id/export', {
    query: submission.chosenQuerySchema,
    body: submission.chosenSubmissionsSchema,
    response: 'export',
    summary: 'Chosen submissions of a marketing form as CSV or Excel file; changes nothing',
  }),
} as const;

export const attendeeCallsOf = {
  series: {
    page: attendeeCalls.getEvent,
    some: attendeeCalls.getSomeOfEvent,
    counts: attendeeCalls.countEventSubmissions,
    answers: attendeeCalls.countEventAnswers,
    edit: attendeeCalls.editSubmission,
    remove: attendeeCalls.deleteSubmission,
    exportAll: attendeeCalls.exportEvent,
    exportChosen: attendeeCalls.exportChosenOfEvent,
  },
  marketing: {
    page: attendeeCalls.getFormSubmissionPage,
    some: attendeeCalls.getSomeOfForm,
    counts: attendeeCalls.countFormSubmissions,
    answers: attendeeCalls.countFormAnswers,
    edit: attendeeCalls.editFormSubmission,
    remove: attendeeCalls.deleteFormSubmission,
    exportAll: attendeeCalls.exportForm,
    exportChosen: attendeeCalls.exportChosenOfForm,
  },
} as const;
