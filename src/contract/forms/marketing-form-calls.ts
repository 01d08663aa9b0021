import { z } from 'zod';
import * as submission from '../attendees/submission.ts';
import {
  endpoint,
  nothing,
  publicAdd,
  publicSubmit,
  sharedRead,
  staffAdd,
  staffAsk,
  staffEdit,
  staffRead,
  staffWrite,
} from '../endpoint.ts';
import { signedUpSchema, signUpSchema } from '../sign-up.ts';
import { formStatisticsSchema, statisticsQuerySchema } from '../statistics.ts';
import { id } from '../wire-text.ts';
import { titleSchema } from './event-series.ts';
import { fieldEditSchema, fieldSchema } from './form-field.ts';
import * as form from './marketing-form.ts';

export const marketingFormCalls = {
  listForms: endpoint(staffRead, '/form', { response: z.array(form.formCardSchema), summary: 'All marketing forms with their counts' }),
  getForm: endpoint(sharedRead, '/form/:id', {
    response: z.union([form.formSchema, form.publicFormSchema]),
    summary: 'One marketing form with its fields; without a token only what its public form needs',
  }),
  addForm: endpoint(staffAdd, '/form/add', { body: titleSchema, response: form.formSettingsSchema, summary: 'Add a marketing form' }),
  editForm: endpoint(staffEdit, '/form/:id/edit', {
    body: form.formEditSchema,
    response: form.formSettingsSchema,
    summary: 'Change settings of a marketing form',
  }),
  deleteForm: endpoint(staffWrite, '/form/:id/delete', {
    response: z.object({ id }),
    summary: 'Delete a marketing form with its fields and sign-ups',
  }),

  listFormSubmissions: endpoint(staffRead, '/form/:id/submissions', {
    query: submission.pageQuerySchema,
    response: form.formSubmissionsSchema,
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
  trackFormViews: endpoint(publicAdd, '/form/:id/track_views', {
    response: nothing,
    summary: 'Count a view of a marketing form',
  }),
  getFormStatistics: endpoint(staffRead, '/form/:id/statistics', {
    query: statisticsQuerySchema,
    response: formStatisticsSchema,
    summary: 'Statistics of a marketing form, as those of a series',
  }),
  exportForm: endpoint(staffRead, '/form/:id/export', {
    query: submission.exportQuerySchema,
    response: 'csv',
    summary: 'The submissions of a marketing form as CSV',
  }),
  exportChosenOfForm: endpoint(staffAsk, '/form/:id/export', {
    query: submission.chosenQuerySchema,
    body: submission.chosenSubmissionsSchema,
    response: 'csv',
    summary: 'Chosen submissions of a marketing form as CSV; changes nothing',
  }),

  addFormFields: endpoint(staffAdd, '/form/:id/addformfields', {
    body: form.newFormFieldsSchema,
    response: z.array(fieldSchema),
    summary: 'Add fields to a marketing form',
  }),
  editFormField: endpoint(staffEdit, '/form/:id/markformfield/:fieldId/edit', {
    body: fieldEditSchema,
    response: fieldSchema,
    summary: 'Change or move a field of a marketing form',
  }),
  deleteFormField: endpoint(staffWrite, '/form/:id/markformfield/:fieldId/delete', {
    response: fieldSchema,
    summary: 'Delete a field of a marketing form; answers stay in the export',
  }),

  submitFormSignUp: endpoint({ ...publicSubmit, form: 'marketing' }, '/form/:id/submit', {
    body: signUpSchema,
    response: signedUpSchema,
    summary: 'Sign up on a marketing form',
  }),
} as const;
