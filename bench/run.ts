import { benchAgainst } from './against.ts';
import { benchCalendar } from './calendar.ts';
import { benchCsv } from './csv.ts';
import { benchDoor } from './door.ts';
import { benchFormPage } from './form-page.ts';
import { benchFormServing } from './form-serving.ts';
import { benchImport } from './import.ts';
import { benchLive } from './live.ts';
import { benchMailings } from './mailings.ts';
import { benchMails } from './mails.ts';
import { benchPlaces } from './places.ts';
import { benchReads } from './reads.ts';
import { benchRepeats } from './repeats.ts';
import { benchScale } from './scale.ts';
import { benchSignUps } from './sign-ups.ts';
import { benchStaff } from './staff.ts';
import { benchStart } from './start.ts';
import { benchSteps } from './steps.ts';
import { report } from './support/figures.ts';
import { benchWaitingList } from './waiting-list.ts';

// npm run bench: measures the figures of docs/performance.md. `npm run bench -- reads` runs one part.
const PARTS = {
  'sign-ups': benchSignUps,
  against: benchAgainst,
  places: benchPlaces,
  'waiting-list': benchWaitingList,
  repeats: benchRepeats,
  reads: benchReads,
  calendar: benchCalendar,
  steps: benchSteps,
  live: benchLive,
  mails: benchMails,
  mailings: benchMailings,
  staff: benchStaff,
  door: benchDoor,
  csv: benchCsv,
  import: benchImport,
  start: benchStart,
  form: benchFormPage,
  serving: benchFormServing,
  scale: benchScale,
} as const;

/** Run only by name, since they need another checkout, download a package, or take half an hour. */
const ON_REQUEST: ReadonlySet<string> = new Set(['against', 'form', 'scale']);

const asked = process.argv.slice(2);
for (const [name, bench] of Object.entries(PARTS)) {
  if (asked.length > 0 ? !asked.includes(name) : ON_REQUEST.has(name)) continue;
  if (!report(name, await bench())) process.exitCode = 1;
}
