/** A name that means nothing to password managers and form fillers, and that no field can have. */
export const HONEYPOT_NAME = '_remarks';
export const FORM_TOKEN_NAME = '_stamp';
/** Ids of full events whose waiting list a visitor joins. */
export const WAITING_LIST_NAME = '_waiting_list';
/** Each event with the date that the page showed: a page may be older than a change of the date. */
export const SHOWN_DATES_NAME = '_dates';
export const shownDate = ({ id, date }: { readonly id: string; readonly date: string | null }): string => `${id} ${date ?? ''}`;

/** The status of a registration, in staff's rows and exported files. */
export const REGISTRATION_NAME = '_registration';
/** The file's column with the check-in time. */
export const ATTENDED_NAME = '_attended_at';
export const SOURCE_KEYS = ['source_page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type SourceKey = (typeof SOURCE_KEYS)[number];

/** Names how a visitor came to the form. */
export const VIA_NAME = '_via';
/** In another page by script, popup or frame, on its own page, or through the QR code. */
export const VIAS = ['script', 'popup', 'frame', 'page', 'qr'] as const;
export type Via = (typeof VIAS)[number];

export type Source = Partial<Record<SourceKey, string>> & { readonly [VIA_NAME]?: Via };

export const viaOf = (value: unknown): Via | undefined => VIAS.find((via) => via === value);
