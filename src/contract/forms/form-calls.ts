import { z } from 'zod';
import { endpoint, nothing, publicView, sharedRead, staffAdd, staffEdit, staffRead, staffWrite } from '../endpoint.ts';
import { deletionAnswer, deletionSchema } from '../events/event.ts';
import { id } from '../wire-text.ts';
import * as series from './event-series.ts';
import { fieldEditSchema, fieldSchema, newFieldsSchema } from './form-field.ts';
import * as form from './marketing-form.ts';

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
  editSeriesField: endpoint(staffEdit, '/event_series/:id/eventseriesformfield/:fieldId/edit', {
    body: fieldEditSchema,
    response: fieldSchema,
    summary: 'Change or move a field of a series',
  }),
  deleteSeriesField: endpoint(staffWrite, '/event_series/:id/eventseriesformfield/:fieldId/delete', {
    response: fieldSchema,
    summary: 'Delete a field of a series; answers stay in the export',
  }),
  trackViews: endpoint(publicView, '/event_series/:id/track_views', { response: nothing, summary: "Count a view of a series' form" }),
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
  editFormField: endpoint(staffEdit, '/form/:id/markformfield/:fieldId/edit', {
    body: fieldEditSchema,
    response: fieldSchema,
    summary: 'Change or move a field of a marketing form',
  }),
  deleteFormField: endpoint(staffWrite, '/form/:id/markformfield/:fieldId/delete', {
    response: fieldSchema,
    summary: 'Delete a field of a marketing form; answers stay in the export',
  }),
  trackFormViews: endpoint(publicView, '/form/:id/track_views', {
    response: nothing,
    summary: 'Count a view of a marketing form',
  }),
} as const;

export const fieldCallsOf = {
  series: { edit: formCalls.editSeriesField, remove: formCalls.deleteSeriesField },
  marketing: { edit: formCalls.editFormField, remove: formCalls.deleteFormField },
} as const;

export const viewCallOf = { series: formCalls.trackViews, marketing: formCalls.trackFormViews } as const;
