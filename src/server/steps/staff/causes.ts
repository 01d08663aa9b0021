import { sql } from 'kysely';
import { type FormRef, KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import { type AttentionCauses, type AttentionCounts, type AttentionScope, type Cause, OLD_AFTER_DAYS } from '#contract/steps/attention.ts';
import { type ServiceName, type StepName, STEPS } from '#contract/steps/steps.ts';
import { microsecondsOf } from '#server/cursor.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import type { Services } from '#server/services/services.ts';
import { FAILED_AT, formsOf, joinOf, matching, presentStep, selectSteps, stepsOfService } from './queries.ts';

/** The failed steps of one series or form, kind and cause. */
interface GroupRow extends FormRef, Pick<Cause, 'cause' | 'retrying' | 'steps' | 'old'> {
  title: string;
  step: StepName;
  oldest_sign_up_at: Date;
  next_try_at: Date | null;
}

const LATEST = 3;

const listGroups = (db: Db): Promise<GroupRow[]> => rowsOf<GroupRow>(db)`
  with counted as (
    select submission.form_id, s.step, s.cause, s.state = 'waiting' as retrying, count(*) as steps,
      count(*) filter (where submission.submitted_at < now() - make_interval(days => ${OLD_AFTER_DAYS})) as old,
      min(submission.submitted_at) as oldest_sign_up_at, min(s.next_try_at) as next_try_at
    from submission_steps s join submissions submission on submission.id = s.submission_id
    where ${matching({})} group by submission.form_id, s.step, s.cause, s.state
  )
  select form.kind, form.id, form.title, counted.* from counted join forms form on form.id = counted.form_id
  order by title, id`;

const serviceOf = ({ step }: GroupRow): ServiceName => STEPS[step].service;

const sumOf = (groups: readonly GroupRow[], of: 'steps' | 'old'): number => groups.reduce((sum, group) => sum + group[of], 0);

const earliest = (moments: readonly (Date | null)[]): Date | undefined =>
  moments.filter((moment) => moment !== null).toSorted((a, b) => a.getTime() - b.getTime())[0];

type CountedCause = Omit<Cause, 'latest' | 'channel'>;

function toCause(groups: readonly [GroupRow, ...GroupRow[]], isConnected: (service: ServiceName) => boolean): CountedCause {
  const [{ cause, retrying }] = groups;
  const service = serviceOf(groups[0]);
  return {
    service,
    cause,
    retrying,
    steps: sumOf(groups, 'steps'),
    old: sumOf(groups, 'old'),
    oldest_sign_up_at: (earliest(groups.map((group) => group.oldest_sign_up_at)) ?? new Date()).toISOString(),
    next_try_at: earliest(groups.map((group) => group.next_try_at))?.toISOString() ?? null,
    is_connected: isConnected(service),
    forms: [...new Map(groups.map(({ kind, id, title }) => [id, { kind: KIND_ON_WIRE[kind], id, title }])).values()],
  };
}

async function listLatest(db: Db, scope: AttentionScope, causes: readonly CountedCause[]): Promise<Cause['latest'][]> {
  if (causes.length === 0) return [];
  const and = sql<boolean>`s.cause = wanted.cause and s.state = wanted.state and s.step = any(string_to_array(wanted.steps, ','))`;
  const rows = await rowsOf<Parameters<typeof presentStep>[0] & { index: number }>(db)`
    select wanted.index, latest.*
    from unnest(
      ${causes.map(({ cause }) => cause)}::text[],
      ${causes.map(({ retrying }) => (retrying ? 'waiting' : 'failed'))}::text[],
      ${causes.map(({ service }) => stepsOfService(service).join(','))}::text[]
    ) with ordinality as wanted (cause, state, steps, index)
    cross join lateral (${selectSteps({ filter: { forms: formsOf(scope) }, and, time: FAILED_AT, limit: LATEST })}) latest
    order by wanted.index, latest.micros desc, latest.id desc`;
  const byIndex = Map.groupBy(rows, (row) => row.index);
  return causes.map((_, index) => (byIndex.get(index + 1) ?? []).map(({ index: _index, ...row }) => presentStep(row)));
}

/** The totals, and the counts of each series and form that has any, by title. */
function countsOf(groups: readonly GroupRow[]): AttentionCounts {
  const sums = (of: readonly GroupRow[]) => {
    const { true: retried = [], false: failed = [] } = Object.groupBy(of, ({ retrying }) => `${retrying}`);
    return { failed: sumOf(failed, 'steps'), retrying: sumOf(retried, 'steps') };
  };
  const byForm = [...Map.groupBy(groups, ({ id }) => id).values()];
  const ofKind = (kind: FormRef['kind']) =>
    byForm.flatMap((of) => (of[0]?.kind === kind ? [{ id: of[0].id, title: of[0].title, ...sums(of) }] : []));
  return { ...sums(groups), series: ofKind('series'), forms: ofKind('marketing') };
}

export const countFailedSteps = async (db: Db): Promise<AttentionCounts> => countsOf(await listGroups(db));

/** What needs attention, all read at one moment, so that counts match the chosen form's causes: those with most steps first, retried ones last. */
export async function readCauses(db: Db, scope: AttentionScope, services: Services): Promise<AttentionCauses> {
  const { causes, ...read } = await readStoredCauses(db, scope, (service) => services[service] !== undefined);
  // After the transaction, since Slack may take its time.
  const withChannel = async (cause: Omit<Cause, 'channel'>): Promise<Cause> => ({ ...cause, channel: await channelOf(cause, services) });
  return { ...read, causes: await Promise.all(causes.map(withChannel)) };
}

async function channelOf({ service, cause }: Pick<Cause, 'service' | 'cause'>, { slack }: Services): Promise<string | null> {
  const about = service === 'slack' ? cause.split(' ')[1] : undefined;
  return about === undefined ? null : ((await slack?.channelName(about)) ?? null);
}

const readStoredCauses = async (db: Db, scope: AttentionScope, isConnected: (service: ServiceName) => boolean) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const groups = await listGroups(tx);
      const forms = formsOf(scope);
      const inScope = groups.filter((group) => forms.every(({ kind, id }) => kind === group.kind && id === group.id));
      const ofCause = Map.groupBy(inScope, (group) => `${serviceOf(group)} ${group.retrying} ${group.cause}`);
      const causes = [...ofCause.values()]
        .flatMap(([first, ...others]) => (first === undefined ? [] : [toCause([first, ...others], isConnected)]))
        .toSorted((a, b) => Number(a.retrying) - Number(b.retrying) || b.steps - a.steps);
      const latest = await listLatest(tx, scope, causes);
      const dismissed = { forms, dismissed: 'only' } as const;
      const rows = await rowsOf<{ as_of: number; dismissed: number }>(tx)`
        select ${microsecondsOf(sql`now()`)} as as_of, (
          select count(*) from submission_steps s ${joinOf(dismissed)} where ${matching(dismissed)}
        ) as dismissed`;
      return {
        as_of: rows[0]?.as_of ?? 0,
        counts: countsOf(groups),
        dismissed: rows[0]?.dismissed ?? 0,
        causes: causes.map((cause, index) => ({ ...cause, latest: latest[index] ?? [] })),
      };
    });
