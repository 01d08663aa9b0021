import { z } from 'zod';
import { fieldIds, nothing, oneId, publicWrite, staffRead, staffWrite } from './call-shapes.ts';
import { endpoint } from './endpoint.ts';
import { titleSchema } from './event-series.ts';
import { fieldEditSchema, fieldSchema } from './form-field.ts';
import * as form from './marketing-form.ts';
import { signedUpSchema, signUpSchema } from './sign-up.ts';
import * as submission from './submission.ts';
import { id } from './wire-text.ts';

/** The calls for marketing forms. */
export const marketingFormCalls = {
  listForms: endpoint({
    ...staffRead,
    path: '/form',
    params: nothing,
    response: z.array(form.formCardSchema),
    summary: 'All marketing forms with their counts',
  }),
  getForm: endpoint({
    ...staffRead,
    access: 'staff-or-public',
    path: '/form/:id',
    params: oneId,
    response: z.union([form.formSchema, form.publicFormSchema]),
    summary: 'One marketing form with its fields; without a token only what its public form needs',
  }),
  addForm: endpoint({
    ...staffWrite,
    path: '/form/add',
    params: nothing,
    body: titleSchema,
    response: form.formSettingsSchema,
    isAdd: true,
    summary: 'Add a marketing form',
  }),
  editForm: endpoint({
    ...staffWrite,
    path: '/form/:id/edit',
    params: oneId,
    body: form.formEditSchema,
    response: form.formSettingsSchema,
    isEdit: true,
    summary: 'Change settings of a marketing form',
  }),
  deleteForm: endpoint({
    ...staffWrite,
    path: '/form/:id/delete',
    params: oneId,
    response: oneId,
    summary: 'Delete a marketing form with its fields and sign-ups',
  }),

  listFormSubmissions: endpoint({
    ...staffRead,
    path: '/form/:id/submissions',
    params: oneId,
    query: submission.pageQuerySchema,
    response: form.formSubmissionsSchema,
    summary: 'The submissions of a marketing form: the list itself, whole or in pages; the header Link leads to the next one',
  }),
  getFormSubmissionPage: endpoint({
    ...staffRead,
    path: '/form/:id/submissions/page',
    params: oneId,
    query: submission.pageQuerySchema,
    response: submission.submissionPageSchema,
    summary: 'The submissions of a marketing form, whole or in pages, with the counts beside them',
  }),
  countFormSubmissions: endpoint({
    ...staffRead,
    path: '/form/:id/submissions/counts',
    params: oneId,
    query: submission.filterCountsQuerySchema,
    response: submission.filterCountsSchema,
    summary: 'How many submissions of a marketing form each filter leaves',
  }),
  deleteFormSubmission: endpoint({
    ...staffWrite,
    path: '/form/:id/submission/:submissionId/delete',
    params: z.object({ id, submissionId: id }),
    response: submission.deletedSubmissionSchema,
    summary: 'Delete a submission of a marketing form',
  }),
  exportForm: endpoint({
    ...staffRead,
    path: '/form/:id/export',
    params: oneId,
    query: submission.exportQuerySchema,
    response: 'csv',
    summary: 'The submissions of a marketing form as CSV',
  }),
  exportChosenOfForm: endpoint({
    ...staffWrite,
    path: '/form/:id/export',
    params: oneId,
    query: submission.chosenQuerySchema,
    body: submission.chosenSubmissionsSchema,
    response: 'csv',
    summary: 'Chosen submissions of a marketing form as CSV; changes nothing',
  }),

  addFormFields: endpoint({
    ...staffWrite,
    path: '/form/:id/addformfields',
    params: oneId,
    body: form.newFormFieldsSchema,
    response: z.array(fieldSchema),
    isAdd: true,
    summary: 'Add fields to a marketing form',
  }),
  editFormField: endpoint({
    ...staffWrite,
    path: '/form/:id/markformfield/:fieldId/edit',
    params: fieldIds,
    body: fieldEditSchema,
    response: fieldSchema,
    isEdit: true,
    summary: 'Change or move a field of a marketing form',
  }),
  deleteFormField: endpoint({
    ...staffWrite,
    path: '/form/:id/markformfield/:fieldId/delete',
    params: fieldIds,
    response: fieldSchema,
    summary: 'Delete a field of a marketing form; answers stay in the export',
  }),

  submitFormSignUp: endpoint({
    ...publicWrite,
    path: '/form/:id/submit',
    params: oneId,
    body: signUpSchema,
    response: signedUpSchema,
    isAdd: true,
    summary: 'Sign up on a marketing form',
  }),
} as const;
