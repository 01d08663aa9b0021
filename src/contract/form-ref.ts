/** A public form: that of a series, or a marketing form, whose kind is `form`. */
export interface FormRef<Kind extends 'series' | 'form' = 'series' | 'form'> {
  readonly kind: Kind;
  readonly id: string;
}

/** A form in an answer, which has the id under a name of its kind and null under the other. */
export const idsOnWire = ({ kind, id }: FormRef) => ({ series_id: kind === 'series' ? id : null, form_id: kind === 'form' ? id : null });

/** The submissions of a marketing form, or those of a series to one event. */
export type AttendeeScope = FormRef<'form'> | (FormRef<'series'> & { readonly eventId: string });
