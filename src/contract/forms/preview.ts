import { z } from 'zod';
import { endpoint, staffAsk } from '../endpoint.ts';
import { seriesEditSchema } from './event-series.ts';
import { formEditSchema } from './marketing-form.ts';

/** Values that are not sent are as saved. `is_embedded`: only the form, as on other sites; `scheme`: of the visitor's device. */
const previewSchema = seriesEditSchema
  .pick({ title: true, description: true, cover: true, speakers: true, theme: true, closed_text: true })
  .extend({ ...formEditSchema.pick({ donwloadable_content: true }).shape, is_embedded: z.boolean(), scheme: z.enum(['light', 'dark']) });

/** `html` is a whole document, without its script. */
const preview = { body: previewSchema, response: z.object({ html: z.string() }) };

export const previewCalls = {
  previewSeries: endpoint(staffAsk, '/event_series/:id/preview', {
    ...preview,
    summary: 'The public page of a series with settings that are not saved; changes nothing',
  }),
  previewForm: endpoint(staffAsk, '/form/:id/preview', {
    ...preview,
    summary: 'The public page of a marketing form with settings that are not saved; changes nothing',
  }),
} as const;

export const previewCallOf = { series: previewCalls.previewSeries, marketing: previewCalls.previewForm } as const;

export type UnsavedSettings = z.infer<typeof previewSchema>;
