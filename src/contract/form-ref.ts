/** A public form: that of a series, or a marketing form, whose kind is `form`. */
export interface FormRef<Kind extends 'series' | 'form' = 'series' | 'form'> {
  readonly kind: Kind;
  readonly id: string;
}

/** The submissions of a marketing form, or those of a series to one event. */
export type SubmissionScope = FormRef<'form'> | (FormRef<'series'> & { readonly eventId: string });
