import { z } from 'zod';
import { endpoint, nothing, publicView, sharedRead, staffAdd, staffEdit, staffRead, staffWrite } from '../endpoint.ts';
import { deletionAnswer, deletionSchema } from '../events/event.ts';
import { id } from '../wire-text.ts';
import * as series from './event-series.ts';
import { fieldEditSchema, fieldSchema, newFieldsSchema } from './form-field.ts';
import * as form from './marketing-form.ts';

const callsOf = <At extends 'event_series' | 'form', Field extends string>(at: At, field: Field, form: string, viewed: string) => ({
  editField: endpoint(staffEdit, `/${at}/:id/${field}/:fieldId/edit`, {
    body: fieldEditSchema,
    response: fieldSchema,
    summary: `Change or move a field of ${form}`,
  }),
  deleteField: endpoint(staffWrite, `/${at}/:id/${field}/:fieldId/delete`, {
    response: fieldSchema,
    summary: `Delete a field of ${form}; answers stay in the export`,
  }),
  view: endpoint(publicView, `/${at}/:id/track_views`, { response: nothing, summary: `Count a view of ${viewed}` }),
});

export const formCallsOf = {
  series: callsOf('event_series', 'eventseriesformfield', 'a series', "a series' form"),
  marketing: callsOf('form', 'markformfield', 'a marketing form', 'a marketing form'),
} as const;

/** A path with `event_series` also works with `events-series`. */
export const formCalls = {
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
    summary: 'How many events, sign-ups and fields would be lost by deleting a series',
  }),
  addSeriesFields: endpoint(staffAdd, '/event_series/:id/addeventseriesformfields', {
    body: newFieldsSchema,
    response: z.array(fieldSchema),
    summary: 'Add fields to the form of a series',
  }),
  editSeriesField: formCallsOf.series.editField,
  deleteSeriesField: formCallsOf.series.deleteField,
  trackViews: formCallsOf.series.view,
  listForms: endpoint(staffRead, '/form', { response: z.array(form.formCardSchema), summary: 'All marketing forms with their counts' }),
  getForm: endpoint(sharedRead, '/form/:id', {
    response: z.union([form.formSchema, form.publicFormSchema]),
    summary: 'One marketing form with its fields; without a token only what its public form needs',
  }),
  addForm: endpoint(staffAdd, '/form/add', {
    body: series.titleSchema,
    response: form.formSettingsSchema,
    summary: 'Add a marketing form',
  }),
  editForm: endpoint(staffEdit, '/form/:id/edit', {
    body: form.formEditSchema,
    response: form.formSettingsSchema,
    summary: 'Change settings of a marketing form',
  }),
  deleteForm: endpoint(staffWrite, '/form/:id/delete', {
    response: z.object({ id }),
    summary: 'Delete a marketing form with its fields and sign-ups',
  }),
  addFormFields: endpoint(staffAdd, '/form/:id/addformfields', {
    body: form.newFormFieldsSchema,
    response: z.array(fieldSchema),
    summary: 'Add fields to a marketing form',
  }),
  editFormField: formCallsOf.marketing.editField,
  deleteFormField: formCallsOf.marketing.deleteField,
  trackFormViews: formCallsOf.marketing.view,
} as const;
