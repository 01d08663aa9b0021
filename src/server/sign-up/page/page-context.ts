import type { FormRef } from '#contract/forms/form-ref.ts';
import type { EventPlaces } from '#contract/registrations/places.ts';
import * as words from '#contract/texts/words/form.ts';
import { AppError } from '#server/errors.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import type { Context } from '#server/http/context.ts';
import type { SignUpBundle } from '#server/pages/bundle.ts';
import type { SignUpService } from '../sign-up-service.ts';

export interface PageContext extends Context {
  readonly signUps: SignUpService;
  readonly bundle: SignUpBundle;
}

export interface PageForm {
  readonly form: StoredForm;
  readonly places: readonly EventPlaces[];
}

/** The current form, with its places. @throws AppError `not_found` */
export async function readForm({ forms }: SignUpService, ref: FormRef): Promise<PageForm> {
  const form = await forms.current(ref);
  if (form === undefined) throw new AppError('not_found', words.FORM_NOT_FOUND);
  return { form, places: await forms.places(form) };
}
