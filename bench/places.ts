import { newId } from '#server/db/new-id.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { pngBytes } from '#server/testing/pictures.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import type { Finding } from './support/figures.ts';
import { get, signUpTo } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { startTurnout, withDatabase } from './support/processes.ts';
import { CROWD, figure, middle, p99, perSecond, ratio, rounds, together } from './support/rounds.ts';
import { emptyOutbox } from './support/stored-rows.ts';
import { useLog } from './support/used-log.ts';
import { addSeries, type FilledSeries } from './support/volume.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3_000);
const LENGTHS = { rounds: ROUNDS, roundMs: ROUND_MS, warmUpMs: 4_000 };
/** More places than a run can use. */
const ROOM = 100_000_000;

/** A series whose four events close when they have this many attendees. */
const addLimited = async (url: string, maximum_participants: number): Promise<FilledSeries> =>
  onDatabase(url, async (database) => addSeries(database, { event: { closes_when_full: true, maximum_participants } }));

/** A series with everything that its public page can show. */
const addWithFace = async (url: string): Promise<FilledSeries> =>
  onDatabase(url, async (database) => {
    const [large, small] = [
      await storePicture(writesTo(database), ADA, pngBytes(1600, 900)),
      await storePicture(writesTo(database), ADA, pngBytes(800, 450)),
    ];
    const speaker = { id: newId(), name: 'Priya Raman', role: 'Lead trainer', picture: null };
    const words = 'Three days for people who lead a team and were **never** shown how.\n\n- Small groups\n- Real cases\n';
    return addSeries(database, {
      settings: {
        description: words,
        theme: { accent: '#0f766e', font: 'system', scheme: 'auto', logo: small.id },
        cover: { large: large.id, small: small.id, alt: 'The harbour' },
        speakers: JSON.stringify([speaker]),
      },
      event: {
        description: words,
        price: '£420 plus VAT',
        speakers: [speaker.id],
        venue: 'Harbour House',
        venue_address: '14 Quay Street',
      },
    });
  });

/** Compares sign-ups for limited events, loads of their form, and sign-ups of a form with a public page, with those of other series. Run `npm run build` first. */
export async function benchPlaces(): Promise<Finding[]> {
  return withDatabase(async (url) => {
    await useLog(url);
    const servers = [await startTurnout({ DATABASE_URL: url }), await startTurnout({ DATABASE_URL: url })] as const;
    const [one, both] = [[servers[0].port], servers.map(({ port }) => port)];
    try {
      const open = await onDatabase(url, addSeries);
      const limited = await addLimited(url, ROOM);
      const full = await addLimited(url, 0);
      const faced = await addWithFace(url);
      const pageOf = ({ seriesId }: FilledSeries) => {
        const page = get(`/x/events-series/${seriesId}/view`, { 'accept-encoding': 'gzip', accept: 'text/html' });
        return () => page;
      };
      const onOneEvent = signUpTo(limited, () => ({ events: [limited.eventIds[0]] }));
      const settle = () => emptyOutbox(url);
      const crowd = await rounds(
        {
          open: { ports: one, request: signUpTo(open), settle },
          faced: { ports: one, request: signUpTo(faced), settle },
          limited: { ports: one, request: signUpTo(limited), settle },
          full: { ports: one, request: signUpTo(full), status: 422, settle },
          'one server': { ports: one, request: onOneEvent, settle },
          'two servers': { ports: both, request: onOneEvent, settle },
        },
        LENGTHS,
      );
      const lone = await rounds(
        {
          open: { ports: one, request: signUpTo(open), connections: 1, settle },
          limited: { ports: one, request: signUpTo(limited), connections: 1, settle },
        },
        LENGTHS,
      );
      const pages = await rounds(
        { open: { ports: one, request: pageOf(open) }, limited: { ports: one, request: pageOf(limited) } },
        LENGTHS,
      );
      return [
        { what: `sign-ups without a limit, ${CROWD} connections`, figure: figure(crowd, 'open', perSecond), unit: '/s' },
        {
          what: 'of a form with everything set to those',
          figure: ratio(crowd, 'faced', 'open', perSecond),
          unit: '×',
          limit: { atLeast: 0.95 },
        },
        { what: 'sign-ups for limited events with room', figure: figure(crowd, 'limited', perSecond), unit: '/s' },
        { what: 'to those without a limit', figure: ratio(crowd, 'limited', 'open', perSecond), unit: '×', limit: { atLeast: 0.75 } },
        { what: 'p99 to that of those', figure: ratio(together(crowd), 'limited', 'open', p99), unit: '×', limit: { atMost: 1.5 } },
        { what: 'refused as full to those stored', figure: ratio(crowd, 'full', 'limited', perSecond), unit: '×', limit: { atLeast: 1 } },
        {
          what: 'two servers on one event to one server',
          figure: ratio(crowd, 'two servers', 'one server', perSecond),
          unit: '×',
          limit: { atLeast: 0.6 },
        },
        { what: 'median of a lone sign-up for limited events', figure: figure(lone, 'limited', middle), unit: 'ms' },
        { what: 'to that of one without a limit', figure: ratio(lone, 'limited', 'open', middle), unit: '×', limit: { atMost: 2 } },
        { what: 'loads of a limited form', figure: figure(pages, 'limited', perSecond), unit: '/s' },
        { what: 'to loads of another form', figure: ratio(pages, 'limited', 'open', perSecond), unit: '×', limit: { atLeast: 0.9 } },
      ];
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}
