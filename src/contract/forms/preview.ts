import { z } from 'zod';
import { endpoint, staffAsk } from '../endpoint.ts';
import { seriesEditSchema } from './event-series.ts';
import { formEditSchema } from './marketing-form.ts';

/** Values that are not sent are as saved. `is_embedded`: only the form, as on other sites; `scheme`: of the visitor's device. */
const previewSchema = seriesEditSchema
  .pick({ title: true, description: true, cover: true, speakers: true, theme: true, closed_text: true })
  .extend({ ...formEditSchema.pick({ donwloadable_content: true }).shape, is_embedded: z.boolean(), scheme: z.enum(['light', 'dark']) });

/** `html` is a whole document, without its script. */
const callOf = <At extends 'event_series' | 'form'>(at: At, form: string) =>
  endpoint(staffAsk, `/${at}/:id/preview`, {
    body: previewSchema,
    response: z.object({ html: z.string() }),
    summary: `The public page of ${form} with settings that are not saved; changes nothing`,
  });

export const previewCallOf = { series: callOf('event_series', 'a series'), marketing: callOf('form', 'a marketing form') } as const;
export const previewCalls = { previewSeries: previewCallOf.series, previewForm: previewCallOf.marketing } as const;

export type UnsavedSettings = z.infer<typeof previewSchema>;
