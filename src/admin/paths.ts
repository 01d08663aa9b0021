import { slugOf } from '#contract/rules/slug.ts';

/** A series or form: its title gives the slug, which is decoration (decision 46). */
interface Titled {
  readonly title: string;
  readonly id: string;
}

const seriesPath = ({ title, id }: Titled): string => `/${slugOf(title)}/events-series/${encodeURIComponent(id)}`;

const formPath = ({ title, id }: Titled): string => `/${slugOf(title)}/form/${encodeURIComponent(id)}`;

/** Every address inside the app (spec section 2), so that none is put together anywhere else. */
export const paths = {
  signIn: '/',
  home: '/home',
  series: {
    page: seriesPath,
    disabledEvents: (series: Titled) => `${seriesPath(series)}/show-disabled-events`,
    /** The public page: rendered by the server, so it is opened, not navigated to. */
    publicForm: (series: Titled) => `${seriesPath(series)}/view`,
    modifyForm: (series: Titled) => `${seriesPath(series)}/create`,
    statistics: (series: Titled) => `${seriesPath(series)}/statistics`,
    edit: (series: Titled) => `${seriesPath(series)}/edit`,
    addEvent: (series: Titled) => `${seriesPath(series)}/add`,
    editEvent: (series: Titled, eventId: string) => `${seriesPath(series)}/event/${encodeURIComponent(eventId)}/edit`,
  },
  form: {
    page: formPath,
    /** The public page: rendered by the server, so it is opened, not navigated to. */
    publicForm: (form: Titled) => `${formPath(form)}/view`,
    modifyForm: (form: Titled) => `${formPath(form)}/create`,
    edit: (form: Titled) => `${formPath(form)}/edit`,
  },
  feedback: (listId: string) => `/feedback/${encodeURIComponent(listId)}`,
} as const;
