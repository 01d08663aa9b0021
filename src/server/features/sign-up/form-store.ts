import type { Db } from '#server/db/connection.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { type FormRef, listFormVersions, listStoredForms, type StoredForm } from './queries.ts';

const FORMS_KEPT = 1_000;

const nameOf = (kind: FormRef['kind'], id: string): string => `${kind}/${id.toLowerCase()}`;

/**
 * Public forms by id, kept in memory with their version. `current` asks the database for the version each time, which is one
 * look-up by primary key shared by all who ask meanwhile; the form itself is read again only when it has changed. So no
 * server ever shows an old form, and a flood of unknown ids costs one small query at a time.
 */
export class FormStore {
  readonly #db: Db;
  /** In the order of last use. */
  readonly #kept = new Map<string, StoredForm>();
  readonly #readers: Record<FormRef['kind'], GroupCommit<string, StoredForm | undefined>>;

  constructor(db: Db) {
    this.#db = db;
    this.#readers = {
      series: new GroupCommit({ write: (ids) => this.#read('series', ids) }),
      marketing: new GroupCommit({ write: (ids) => this.#read('marketing', ids) }),
    };
  }

  /** The form as it is now; undefined when there is none. */
  current({ kind, id }: FormRef): Promise<StoredForm | undefined> {
    return this.#readers[kind].add(id.toLowerCase());
  }

  /** The form as it was when last read, without asking: for those who find out later whether it has changed. */
  recent({ kind, id }: FormRef): StoredForm | undefined {
    return this.#kept.get(nameOf(kind, id));
  }

  async #read(kind: FormRef['kind'], asked: readonly string[]): Promise<(StoredForm | undefined)[]> {
    const ids = [...new Set(asked)];
    const versions = await listFormVersions(this.#db, kind, ids);
    const changed = [...versions].filter(([id, version]) => this.#kept.get(nameOf(kind, id))?.version !== version).map(([id]) => id);
    const fresh = changed.length === 0 ? [] : await listStoredForms(this.#db, kind, changed);
    const read = new Map(fresh.map((form) => [form.id, form]));
    const present = new Map(
      ids.map((id) => [id, versions.has(id) ? (read.get(id) ?? this.#kept.get(nameOf(kind, id))) : undefined] as const),
    );
    for (const [id, form] of present) this.#keep(nameOf(kind, id), form);
    return asked.map((id) => present.get(id));
  }

  #keep(name: string, form: StoredForm | undefined): void {
    this.#kept.delete(name);
    if (form === undefined) return;
    this.#kept.set(name, form);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > FORMS_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
