import { LRUCache } from 'lru-cache';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { EventPlaces } from '#contract/registrations/places.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import * as forms from './public-form.ts';

const MAX_FORMS = 1_000;

const ofKind = (kind: FormRef['kind'], form: forms.StoredForm | undefined): forms.StoredForm | undefined =>
  form?.kind === kind ? form : undefined;

/** Caches public forms. `current` only reads the version, in one query for all callers, so that forms are never outdated. */
export class FormCache {
  readonly #db: Db;
  readonly #timeZone: string;
  readonly #now: () => number;
  readonly #cache = new LRUCache<string, forms.StoredForm>({ max: MAX_FORMS });
  readonly #recentPlaces = new LRUCache<string, readonly forms.PlaceCounts[]>({ max: MAX_FORMS });
  readonly #places: Batcher<string, readonly forms.PlaceCounts[]>;
  readonly #forms: Batcher<string, forms.StoredForm | undefined>;

  /** @param timeZone decides when events end */
  constructor(db: Db, timeZone: string, now = Date.now) {
    this.#db = db;
    this.#timeZone = timeZone;
    this.#now = now;
    this.#places = new Batcher<string, readonly forms.PlaceCounts[]>({
      run: async (ids) => {
        const counts = Map.groupBy(await forms.listPlaceCounts(db, [...new Set(ids)]), (row) => row.form_id);
        for (const [id, places] of counts) this.#recentPlaces.set(id, places);
        return ids.map((id) => counts.get(id) ?? []);
      },
    });
    this.#forms = new Batcher({ run: (ids) => this.#read(ids) });
  }

  async current({ kind, id }: FormRef): Promise<forms.StoredForm | undefined> {
    return ofKind(kind, await this.#forms.add(id.toLowerCase()));
  }

  /** The form as last read, without a query, so it may be outdated. */
  recent({ kind, id }: FormRef): forms.StoredForm | undefined {
    return ofKind(kind, this.#cache.get(id.toLowerCase()));
  }

  /** The current places of a form's limited events, in one query for all callers. */
  async places(form: forms.StoredForm): Promise<EventPlaces[]> {
    return forms.isLimited(form) ? forms.shownPlaces(form, await this.#places.add(form.id), this.#now()) : [];
  }

  /** The places as last read, without a query; none if they never were. */
  recentPlaces(form: forms.StoredForm): EventPlaces[] {
    return forms.shownPlaces(form, this.#recentPlaces.get(form.id) ?? [], this.#now());
  }

  async #read(requested: readonly string[]): Promise<(forms.StoredForm | undefined)[]> {
    const ids = [...new Set(requested)];
    const versions = await forms.listFormVersions(this.#db, ids);
    const changed = [...versions].filter(([id, version]) => this.#cache.get(id)?.version !== version).map(([id]) => id);
    const fresh = changed.length === 0 ? [] : await forms.listStoredForms(this.#db, changed, this.#timeZone);
    const read = new Map(fresh.map((form) => [form.id, form]));
    const present = new Map(ids.map((id) => [id, versions.has(id) ? (read.get(id) ?? this.#cache.get(id)) : undefined] as const));
    for (const [id, form] of present) this.#cache.set(id, form);
    return requested.map((id) => present.get(id));
  }
}
