// npm run repair -- counts: recounts and corrects stored counters, in batches. The server may be running.
import { type CounterCorrection, repairCounters } from '#server/registrations/counters.ts';
import { refuse, runOnDatabase } from './database-command.ts';

const NOUNS = { series: ['Series', 'people'], marketing: ['Form', 'submissions'] } as const;

const isWrong = ({ was, is, wrongAddresses, wrongEvents }: CounterCorrection): boolean =>
  was !== is || wrongAddresses + wrongEvents.length > 0;

function describe({ kind, id, title, was, is, wrongAddresses, wrongEvents }: CounterCorrection): string {
  const [noun, counted] = NOUNS[kind];
  const parts = [
    ...(was === is ? [] : [`${was} ${counted} are ${is}`]),
    ...(wrongAddresses === 0 ? [] : [`the registrations of ${wrongAddresses} addresses`]),
    ...wrongEvents.map((event) => `the counts of event ${event}`),
  ];
  return `${noun} "${title}" (${id}): corrected ${parts.join(', ')}`;
}

const [what, ...more] = process.argv.slice(2);
if (what !== 'counts' || more.length > 0) refuse('Usage: npm run repair -- counts');
else {
  await runOnDatabase(async ({ database: { db }, signal }) => {
    const counts = { all: 0, wrong: 0 };
    for await (const correction of repairCounters(db)) {
      signal.throwIfAborted();
      counts.all += 1;
      if (!isWrong(correction)) continue;
      counts.wrong += 1;
      console.log(describe(correction));
    }
    return `${counts.all} series and forms were counted: ${counts.wrong === 0 ? 'all were right' : `${counts.wrong} had wrong counts, which have been corrected`}.`;
  });
}
