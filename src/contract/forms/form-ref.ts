export const FORM_KINDS = ['series', 'marketing'] as const;
type FormKind = (typeof FORM_KINDS)[number];

/** A public form: that of a series, or a marketing form. */
export interface FormRef<Kind extends FormKind = FormKind> {
  readonly kind: Kind;
  readonly id: string;
}

/** The name of each kind in answers, topics and addresses. */
export const KIND_ON_WIRE = { series: 'series', marketing: 'form' } as const satisfies Readonly<Record<FormKind, string>>;

/** A form in an answer, which has the id under the name of its kind and null under the other. */
export const idsOnWire = ({ kind, id }: FormRef) => ({
  series_id: kind === 'series' ? id : null,
  form_id: kind === 'marketing' ? id : null,
});

/** The submissions of a series to one event. */
export type EventScope = FormRef<'series'> & { readonly eventId: string };

export type AttendeeScope = FormRef<'marketing'> | EventScope;
