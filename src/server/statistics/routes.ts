import type { FastifyInstance } from 'fastify';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { clockOf } from '#contract/rules/event-date.ts';
import { RANGE_BACKWARDS, rangeBefore, rangeOf, rangeProblem, statisticsCalls, type StatisticsQuery } from '#contract/statistics.ts';
import { invalid } from '#server/errors.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { countEvents, getStatistics, listAttendance, listPlaces } from './queries.ts';

export function statisticsRoutes(app: FastifyInstance, { reads: db, config }: Context): void {
  const read = async (form: FormRef, query: StatisticsQuery) => {
    const { zone = 'UTC' } = query;
    if (![config.timeZone, 'UTC'].includes(zone)) throw invalid([{ path: 'zone', message: `Please give UTC or ${config.timeZone}` }]);
    const today = clockOf(new Date(), zone).toISOString().slice(0, 10);
    const range = rangeOf(query, today);
    const problem = rangeProblem(range);
    if (problem !== undefined) throw invalid([{ path: 'from', message: problem }]);
    const { before_from: from, before_to: to } = query;
    const before = from === undefined || to === undefined ? rangeBefore(range) : { from, to };
    if (before.from > before.to) throw invalid([{ path: 'before_from', message: RANGE_BACKWARDS }]);
    return getStatistics(db, { form, zone, today, before, ...range });
  };
  serve(app, statisticsCalls.getStatistics, async ({ params: { id }, query }) => {
    const [statistics, events, places, attendance] = await Promise.all([
      read({ kind: 'series', id }, query),
      countEvents(db, id),
      listPlaces(db, id),
      listAttendance(db, id, config.timeZone),
    ]);
    return { ...statistics, events, ...(places === undefined ? {} : { places }), ...(attendance === undefined ? {} : { attendance }) };
  });
  serve(app, statisticsCalls.getFormStatistics, async ({ params: { id }, query }) => read({ kind: 'marketing', id }, query));
}
