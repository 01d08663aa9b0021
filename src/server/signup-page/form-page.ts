import { randomUUID } from 'node:crypto';
import { SOURCE_KEYS, STAMP_NAME } from '#contract/rules/field-key.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import type { StoredForm } from '#server/features/sign-up/queries.ts';
import { isGoodStamp, makeStamp } from '#server/form-stamp.ts';
import { FORM_ID, VIEW_DATA_ID, VISIT_DATA_ID } from '#signup/page-data.ts';
import { pageTitle } from '#signup/page-title.ts';
import { KEY_NAME } from '#signup/payload.ts';
import { type FormView, isClosed, type TypedValues, type Visit } from '#signup/view.ts';
import { type BlankPage, blankPage } from './blank-page.ts';
import type { SignUpBundle } from './bundle.ts';
import { beginningOfPage, endOfPage, type Look } from './document.ts';
import { canonicalUrl, type SignUpPageSettings, viewOf, viewsUrlOf } from './form-view.ts';
import { dataBlock, hiddenInput } from './html.ts';
import { PREFILLED_NAMES } from './prefill.ts';
import { freezePart, type SplicedPage } from './spliced-page.ts';

/** A stamp younger than this is not taken yet (decision 32). */
const STAMP_RIPENS_MS = 2_000;

/** One request for a form's page. */
export interface Asked {
  readonly form: StoredForm;
  readonly look: Look;
  readonly redirectTo: string | undefined;
  /** What goes along unseen: where the visitor comes from. */
  readonly source: Readonly<Record<string, string>>;
}

/** A post without script that could not be accepted. */
export interface FailedPost {
  readonly payload: TypedValues;
  /** Without any, it failed for a reason that is no field's. */
  readonly errors: readonly FieldError[];
  /** The key that the page had: a try whose answer was lost is known by it when it is sent again. */
  readonly key: string | undefined;
}

/** What the page's own post has to show. */
interface PagePass {
  readonly stamp: string;
  readonly key?: string | undefined;
}

export interface FormPageDeps {
  readonly bundle: SignUpBundle;
  readonly settings: SignUpPageSettings;
  /** Seals the stamps (setting SESSION_SECRET). */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a page that was posted knew of where its visitor comes from: the post itself comes from the page. */
const postedSource = (payload: TypedValues): Record<string, string> =>
  Object.fromEntries(
    SOURCE_KEYS.flatMap((key) => {
      const value = payload[key];
      return typeof value === 'string' && value !== '' ? [[key, value]] : [];
    }),
  );

const NOBODY: Visit = { values: {}, errors: [], hasFailed: false };

/** Makes the pages of forms; what is the same for all visitors is rendered and compressed once per state of the form. */
export class FormPages {
  readonly #deps: FormPageDeps;
  /** By the form as it was read: a changed form is another object, and the old one goes with its pages. */
  readonly #kept = new WeakMap<StoredForm, { readonly view: FormView; readonly pages: Map<string, BlankPage> }>();

  constructor(deps: FormPageDeps) {
    this.#deps = deps;
  }

  /** What the form's page shows. */
  viewOf(form: StoredForm): FormView {
    return this.#keptOf(form).view;
  }

  /** The form, for a visitor who comes with these values filled in by the address. */
  show(asked: Asked, values: TypedValues): SplicedPage {
    const { view, pages } = this.#keptOf(asked.form);
    const name = `${asked.look.isEmbedded} ${asked.look.theme}`;
    const page = pages.get(name) ?? this.#blankPage(asked, view);
    pages.set(name, page);
    const visit: Visit = { ...NOBODY, values, redirectTo: asked.redirectTo };
    const end = this.#endOf(asked, view, visit, { stamp: this.#newStamp(asked.form) });
    return [...(Object.keys(values).length === 0 ? page.blank : page.filledIn(values)), end];
  }

  /** The form with what was posted and why it was not accepted: errors at their fields, or a failure that is no field's. */
  showAgain(asked: Asked, { payload, errors, key }: FailedPost): SplicedPage {
    const { view } = this.#keptOf(asked.form);
    const stamp = payload[STAMP_NAME];
    const visit: Visit = { values: payload, errors, hasFailed: errors.length === 0, redirectTo: asked.redirectTo };
    const kept = typeof stamp === 'string' && this.#willBeGood(asked.form, stamp) ? stamp : this.#newStamp(asked.form);
    const source = { ...asked.source, ...postedSource(payload) };
    return [
      freezePart(this.#beginning(asked, view, visit, this.#content(view, visit))),
      this.#endOf({ ...asked, source }, view, visit, { stamp: kept, key }),
    ];
  }

  #keptOf(form: StoredForm) {
    const kept = this.#kept.get(form) ?? { view: viewOf(form, this.#deps.settings), pages: new Map<string, BlankPage>() };
    this.#kept.set(form, kept);
    return kept;
  }

  #blankPage(asked: Asked, view: FormView): BlankPage {
    const content = this.#content(view, NOBODY);
    const html = this.#beginning(asked, view, NOBODY, content);
    return blankPage(html, html.indexOf(content), [...PREFILLED_NAMES, ...view.fields.map((field) => field.name)]);
  }

  #content(view: FormView, visit: Visit): string {
    return this.#deps.bundle.render.renderForm(view, visit);
  }

  /** The page up to what is its visitor's alone. */
  #beginning({ form, look }: Asked, view: FormView, visit: Visit, content: string): string {
    const { bundle, settings } = this.#deps;
    const isAgain = visit.errors.length > 0 || visit.hasFailed;
    const beginning = beginningOfPage({
      bundle,
      look,
      title: pageTitle(view, isAgain),
      canonical: canonicalUrl(settings, form),
      hasForm: !isClosed(view),
      viewsUrl: isAgain ? undefined : viewsUrlOf(form),
      content,
    });
    return isClosed(view) ? beginning : beginning + dataBlock(VIEW_DATA_ID, view);
  }

  #endOf({ source }: Asked, view: FormView, visit: Visit, { stamp, key = randomUUID() }: PagePass): string {
    if (isClosed(view)) return endOfPage([]);
    const hidden = Object.entries({ ...source, [STAMP_NAME]: stamp, [KEY_NAME]: key });
    return endOfPage([...hidden.map(([name, value]) => hiddenInput(FORM_ID, name, value)), dataBlock(VISIT_DATA_ID, visit)]);
  }

  #newStamp(form: StoredForm): string {
    return makeStamp({ secret: this.#deps.secret, form, now: this.#deps.now() });
  }

  /** Too young is no reason for another stamp: the next try would be too early again. */
  #willBeGood(form: StoredForm, stamp: string): boolean {
    const { secret, now } = this.#deps;
    return isGoodStamp(stamp, { secret, form, now: now() }) || isGoodStamp(stamp, { secret, form, now: now() + STAMP_RIPENS_MS });
  }
}
