import { randomUUID } from 'node:crypto';
import type { EventPlaces } from '#contract/registrations/places.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { FORM_TOKEN_NAME, SOURCE_KEYS, VIA_NAME } from '#contract/rules/payload-keys.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import { formPath } from '#server/forms/form-address.ts';
import { createFormToken, isValidFormToken } from '#server/forms/form-token.ts';
import type { StoredForm } from '#server/forms/public-form.ts';
import type { SignUpBundle } from '#server/pages/bundle.ts';
import { beginningOfPage, dataBlock, type EmbedOptions, endOfPage, hiddenInput } from '#server/pages/document.ts';
import { FORM_ID, VIEW_DATA_ID, VISIT_DATA_ID } from '#signup/page-data.ts';
import { pageTitle } from '#signup/pages/page-title.ts';
import { IDEMPOTENCY_KEY_NAME } from '#signup/payload.ts';
import { type FormView, isOver, type TypedValues, type Visit } from '#signup/view.ts';
import { lostLinkLine, type SignUpPageSettings, viewOf, viewsUrlOf } from './form-view.ts';
import type { RedirectTarget } from './page-address.ts';

const MIN_TOKEN_AGE_MS = 2_000;

export interface PageRequest {
  readonly form: StoredForm;
  readonly places: readonly EventPlaces[];
  readonly embed: EmbedOptions;
  readonly redirectTo: RedirectTarget | undefined;
  readonly source: Readonly<Record<string, string>>;
}

export interface FailedPost {
  readonly payload: TypedValues;
  /** Empty when it failed for another reason. */
  readonly errors: readonly FieldError[];
  /** The page's idempotency key: the same post again, after a lost answer, must not sign up twice. */
  readonly key: string | undefined;
  readonly advice?: string | undefined;
  /** The places of limited events, when one was full; otherwise those of the request. */
  readonly places?: readonly EventPlaces[] | undefined;
}

interface PageKeys {
  readonly token: string;
  readonly key?: string | undefined;
}

export interface FormPageDeps {
  readonly bundle: SignUpBundle;
  readonly settings: SignUpPageSettings;
  readonly secret: string;
  readonly now: () => number;
}

/** The source in the posted page's hidden inputs; the referrer of a post is the page itself. */
const postedSource = (payload: TypedValues): Record<string, string> =>
  Object.fromEntries(
    [...SOURCE_KEYS, VIA_NAME].flatMap((key) => {
      const value = payload[key];
      return typeof value === 'string' && value !== '' ? [[key, value]] : [];
    }),
  );

const redirectOf = ({ redirectTo }: PageRequest): Pick<Visit, 'redirectTo' | 'isRedirectKnown'> =>
  redirectTo === undefined ? {} : { redirectTo: redirectTo.address, isRedirectKnown: redirectTo.isKnown };

const FIRST_VISIT: Visit = { values: {}, errors: [], hasFailed: false };

/** Blank pages that are kept of a form: one for each look, and for each state that its events are shown in. */
const BLANK_PAGES_MAX = 64;

/** Renders the pages of forms, and caches blank ones up to where each visitor's own part begins. */
export class FormPages {
  readonly #deps: FormPageDeps;
  /** A changed form is a new object, so its old pages are dropped with the old object. */
  readonly #cache = new WeakMap<StoredForm, { readonly view: FormView; readonly blankPages: Map<string, string> }>();

  constructor(deps: FormPageDeps) {
    this.#deps = deps;
  }

  viewOf(form: StoredForm): FormView {
    return this.#cacheOf(form).view;
  }

  /** The form, prefilled with the values of the address. */
  show(request: PageRequest, values: TypedValues): string {
    const { view } = this.#cacheOf(request.form);
    const visit: Visit = { ...FIRST_VISIT, values, ...redirectOf(request), ...this.#timeOf(view) };
    const isBlank = Object.keys(values).length === 0;
    const beginning = isBlank ? this.#blankBeginning(request, visit.now) : this.#beginning(request, visit);
    return beginning + this.#endOf(request, view, visit, { token: this.#newToken(request.form) });
  }

  /** The form with what was posted, and why it was not accepted. */
  showAgain(request: PageRequest, { payload, errors, key, advice, places = request.places }: FailedPost): string {
    const { view } = this.#cacheOf(request.form);
    const token = payload[FORM_TOKEN_NAME];
    const visit: Visit = { values: payload, errors, hasFailed: errors.length === 0, advice, ...redirectOf(request), ...this.#timeOf(view) };
    const ownToken = typeof token === 'string' && this.#isUsable(request.form, token) ? token : this.#newToken(request.form);
    const source = { ...request.source, ...postedSource(payload) };
    return this.#beginning({ ...request, places }, visit) + this.#endOf({ ...request, source }, view, visit, { token: ownToken, key });
  }

  #cacheOf(form: StoredForm) {
    const cached = this.#cache.get(form) ?? { view: viewOf(form, this.#deps.settings, []), blankPages: new Map<string, string>() };
    this.#cache.set(form, cached);
    return cached;
  }

  #timeOf({ events }: FormView): Pick<Visit, 'now'> {
    return events.some(({ opens_at, closes_at }) => opens_at ?? closes_at) ? { now: this.#deps.now() } : {};
  }

  #blankBeginning(request: PageRequest, now: number | undefined): string {
    const { view, blankPages } = this.#cacheOf(request.form);
    const state = now === undefined ? '' : view.events.map((event) => signUpTime(event, now)).join();
    const name = `${request.embed.isEmbedded} ${request.embed.theme} ${state} ${JSON.stringify(request.places)}`;
    const known = blankPages.get(name);
    if (known !== undefined) return known;
    if (blankPages.size >= BLANK_PAGES_MAX) blankPages.clear();
    const page = this.#beginning(request, { ...FIRST_VISIT, now });
    blankPages.set(name, page);
    return page;
  }

  /** The page up to where each visitor's own part begins. */
  #beginning({ form, embed, places }: PageRequest, visit: Visit): string {
    const { bundle, settings } = this.#deps;
    const view = places.length === 0 ? this.viewOf(form) : viewOf(form, settings, places);
    const isAgain = visit.errors.length > 0 || visit.hasFailed;
    const beginning = beginningOfPage({
      bundle,
      embed,
      title: pageTitle(view, isAgain),
      canonical: `${settings.publicUrl}${formPath(form)}`,
      hasForm: !isOver(view, visit.now ?? 0),
      viewsUrl: isAgain ? undefined : viewsUrlOf(form),
      content: bundle.render.renderForm(view, visit) + lostLinkLine(form),
    });
    return isOver(view, visit.now ?? 0) ? beginning : beginning + dataBlock(VIEW_DATA_ID, view);
  }

  #endOf({ source }: PageRequest, view: FormView, visit: Visit, { token, key = randomUUID() }: PageKeys): string {
    if (isOver(view, visit.now ?? 0)) return endOfPage([]);
    const hidden = Object.entries({ ...source, [FORM_TOKEN_NAME]: token, [IDEMPOTENCY_KEY_NAME]: key });
    return endOfPage([...hidden.map(([name, value]) => hiddenInput(FORM_ID, name, value)), dataBlock(VISIT_DATA_ID, visit)]);
  }

  #newToken(form: StoredForm): string {
    return createFormToken({ secret: this.#deps.secret, form, now: this.#deps.now() });
  }

  /** A token that is too young is kept, since the next attempt with a new one would be too early again. */
  #isUsable(form: StoredForm, token: string): boolean {
    const { secret, now } = this.#deps;
    return (
      isValidFormToken(token, { secret, form, now: now() }) || isValidFormToken(token, { secret, form, now: now() + MIN_TOKEN_AGE_MS })
    );
  }
}
