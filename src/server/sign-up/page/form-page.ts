import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { EventPlaces } from '#contract/registrations/places.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { FORM_TOKEN_NAME, SOURCE_KEYS, VIA_NAME } from '#contract/rules/payload-keys.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import * as words from '#contract/texts/words/form.ts';
import { AppError } from '#server/errors.ts';
import { formPath } from '#server/form-store/form-address.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import { createFormToken, tokenForNext } from '#server/forms/form-token.ts';
import type { Context } from '#server/http/context.ts';
import type { SignUpBundle } from '#server/pages/bundle.ts';
import { beginningOfPage, dataBlock, type EmbedOptions, endOfPage, hiddenInput } from '#server/pages/document.ts';
import { FORM_ID, VIEW_DATA_ID, VISIT_DATA_ID } from '#signup/page-data.ts';
import { IDEMPOTENCY_KEY_NAME } from '#signup/payload.ts';
import { type FormView, isOver, pageTitle, type TypedValues, type Visit } from '#signup/view.ts';
import type { SignUpService } from '../sign-up-service.ts';
import { lostLinkLine, noticesLine, type SignUpPageSettings, viewOf, viewsUrlOf } from './form-view.ts';
import type { RedirectTarget } from './page-address.ts';
import { type PageParts, partsOf, partsStateOf } from './public-page.ts';

export interface PageContext extends Context {
  readonly signUps: SignUpService;
  readonly bundle: SignUpBundle;
}

export interface PageForm {
  readonly form: StoredForm;
  readonly places: readonly EventPlaces[];
}

/** The current form, with its places. @throws AppError `not_found` */
export async function readPageForm({ forms }: SignUpService, ref: FormRef): Promise<PageForm> {
  const form = await forms.current(ref);
  if (form === undefined) throw new AppError('not_found', words.FORM_NOT_FOUND);
  return { form, places: await forms.places(form) };
}

export interface PageRequest extends PageForm {
  readonly embed: EmbedOptions;
  readonly redirectTo: RedirectTarget | undefined;
  readonly source: Readonly<Record<string, string>>;
}

export interface FailedPost {
  readonly payload: TypedValues;
  /** Empty when it failed for another reason than a field. */
  readonly errors: readonly FieldError[];
  /** The page's idempotency key: the same post again, after a lost answer, must not sign up twice. */
  readonly key: string | undefined;
  readonly advice?: string | undefined;
  /** The places of limited events, when one was full; otherwise those of the request. */
  readonly places?: readonly EventPlaces[] | undefined;
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

/** A page, and the sources of the inline styles that it has besides that of all pages, for its policy. */
export interface ServedPage {
  readonly html: string | Buffer;
  readonly styleSources: readonly string[];
}

/** A page up to where each visitor's own part begins, encoded once. */
interface Beginning extends ServedPage {
  readonly html: Buffer;
  readonly hasForm: boolean;
}

/** Bytes of blank pages that are kept: one for each look of a form and each state of its events. */
const KEPT_MAX = 32_000_000;

interface KeptParts {
  readonly parts: PageParts;
  readonly state: string;
  /** The prefix of the names of its blank pages. */
  readonly number: number;
}

/** Renders the pages of forms, and caches blank ones up to where each visitor's own part begins. */
export class FormPages {
  readonly #deps: FormPageDeps;
  /** By whether it is embedded. A changed form is a new object, so the pages of the old one are no longer found. */
  readonly #parts = new WeakMap<StoredForm, Map<boolean, KeptParts>>();
  readonly #blankPages = new LRUCache<string, Beginning>({ maxSize: KEPT_MAX, sizeCalculation: ({ html }) => html.length });
  #count = 0;

  constructor(deps: FormPageDeps) {
    this.#deps = deps;
  }

  viewOf({ form, embed }: PageRequest): FormView {
    return this.#partsOf(form, embed.isEmbedded).parts.view;
  }

  /** The form, prefilled with the values of the address. */
  show(request: PageRequest, values: TypedValues): ServedPage {
    const visit: Visit = { ...FIRST_VISIT, values, ...redirectOf(request), ...this.#timeOf(request.form) };
    const isBlank = Object.keys(values).length === 0;
    const beginning = isBlank ? this.#blankBeginning(request, visit.now) : this.#beginning(request, visit);
    return this.#complete(beginning, request, visit, createFormToken(this.#tokenContext(request.form)));
  }

  /** The form with the posted values, and why they were not accepted. */
  showAgain(request: PageRequest, { payload, errors, key, advice, places = request.places }: FailedPost): ServedPage {
    const visit: Visit = {
      values: payload,
      errors,
      hasFailed: errors.length === 0,
      advice,
      ...redirectOf(request),
      ...this.#timeOf(request.form),
    };
    const token = tokenForNext(payload[FORM_TOKEN_NAME], this.#tokenContext(request.form));
    const source = { ...request.source, ...postedSource(payload) };
    return this.#complete(this.#beginning({ ...request, places }, visit), { ...request, source }, visit, token, key);
  }

  #partsOf(form: StoredForm, isEmbedded: boolean): KeptParts {
    const { bundle, settings } = this.#deps;
    const now = this.#deps.now();
    const state = partsStateOf(form, now);
    const known = this.#parts.get(form) ?? new Map<boolean, KeptParts>();
    const kept = known.get(isEmbedded);
    if (kept?.state === state) return kept;
    this.#count += 1;
    const fresh = { parts: partsOf(form, { bundle, settings, isEmbedded, now }), state, number: this.#count };
    this.#parts.set(form, known.set(isEmbedded, fresh));
    return fresh;
  }

  #timeOf({ events }: Pick<StoredForm, 'events'>): Pick<Visit, 'now'> {
    return events.some(({ opens_at, closes_at }) => opens_at ?? closes_at) ? { now: this.#deps.now() } : {};
  }

  #blankBeginning(request: PageRequest, now: number | undefined): Beginning {
    const { parts, number } = this.#partsOf(request.form, request.embed.isEmbedded);
    const state = now === undefined ? '' : parts.view.events.map((event) => signUpTime(event, now)).join();
    const name = `${number} ${request.embed.theme} ${state} ${JSON.stringify(request.places)}`;
    const known = this.#blankPages.get(name);
    if (known !== undefined) return known;
    const beginning = this.#beginning(request, { ...FIRST_VISIT, now });
    this.#blankPages.set(name, beginning);
    return beginning;
  }

  #beginning({ form, embed, places }: PageRequest, visit: Visit): Beginning {
    const { bundle, settings } = this.#deps;
    const { parts } = this.#partsOf(form, embed.isEmbedded);
    const { head, styles, styleSources, about, folds, dataOf } = parts;
    const now = visit.now ?? 0;
    const view = places.length === 0 ? parts.view : viewOf(form, settings, { places, page: parts.page, now });
    const hasForm = !isOver(view, now);
    const isAgain = visit.errors.length > 0 || visit.hasFailed;
    const html = beginningOfPage({
      bundle,
      embed,
      title: pageTitle(view, isAgain),
      canonical: `${settings.publicUrl}${formPath(form)}`,
      hasForm,
      viewsUrl: isAgain ? undefined : viewsUrlOf(form),
      head,
      styles,
      about: about && `<div class="about">${about.join(bundle.render.renderGo(view, now))}</div>`,
      content: bundle.render.renderForm(view, visit, folds) + lostLinkLine(form, embed.isEmbedded) + noticesLine(settings.organisation),
    });
    // A closed form has one for pages that were already open.
    return { html: Buffer.from(html + dataBlock(VIEW_DATA_ID, view) + dataOf(view, now)), styleSources, hasForm };
  }

  #complete(beginning: Beginning, { source }: PageRequest, visit: Visit, token: string, key: string = randomUUID()): ServedPage {
    const { html, styleSources, hasForm } = beginning;
    const hidden = Object.entries({ ...source, [FORM_TOKEN_NAME]: token, [IDEMPOTENCY_KEY_NAME]: key });
    const own = [...hidden.map(([name, value]) => hiddenInput(FORM_ID, name, value)), dataBlock(VISIT_DATA_ID, visit)];
    return { html: Buffer.concat([html, Buffer.from(endOfPage(hasForm ? own : []))]), styleSources };
  }

  #tokenContext(form: StoredForm) {
    const { secret, now } = this.#deps;
    return { secret, form, now: now() };
  }
}
