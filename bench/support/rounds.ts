import { median, quantile } from './figures.ts';
import { type LoadResult, run } from './load.ts';
import { processorTime } from './processor-time.ts';

export const CROWD = 64;

/** The target of a load in each round. */
export interface Target {
  /** The load is divided among these servers. */
  readonly ports: readonly number[];
  readonly request: (number: number) => string;
  readonly connections?: number;
  readonly status?: number;
  /** Processes whose processor time is counted. */
  readonly pids?: readonly number[];
  /** Runs before each load. */
  readonly prepare?: () => Promise<void>;
  /** Waits until the work that the load caused is done. */
  readonly settle?: () => Promise<void>;
}

/** The result of a load, and the processor time per request, in microseconds. */
interface Measured extends LoadResult {
  readonly processorUs: number;
}

async function load({ ports, request, connections = CROWD, status, pids = [] }: Target, milliseconds: number): Promise<Measured> {
  const before = processorTime(pids) ?? Number.NaN;
  const results = await Promise.all(
    ports.map((port) => run({ port, request, connections: connections / ports.length, milliseconds, status })),
  );
  const usedMs = (processorTime(pids) ?? Number.NaN) - before;
  const latencies = results.flatMap((result) => result.latencies).toSorted((a, b) => a - b);
  return {
    perSecond: results.reduce((sum, result) => sum + result.perSecond, 0),
    latencies,
    processorUs: (usedMs / latencies.length) * 1_000,
  };
}

export type Round = ReadonlyMap<string, Measured>;

interface Lengths {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** The length of a load of the same kind right before each measured one. */
  readonly leadInMs?: number;
}

/**
 * The order of a round: the targets take turns at being first; after each has been first once, the order is reversed, so that each target follows either of its
 * neighbours.
 */
function inTurn<T>(all: readonly T[], round: number): T[] {
  const start = round % all.length;
  const order = [...all.slice(start), ...all.slice(0, start)];
  return Math.floor(round / all.length) % 2 === 0 ? order : order.toReversed();
}

/** Rounds over all targets, so that other work of the machine affects them equally; the first one is a warm-up. */
export async function rounds(
  targets: Readonly<Record<string, Target>>,
  { rounds: count, roundMs, warmUpMs, leadInMs }: Lengths,
): Promise<Round[]> {
  const round = async (number: number, milliseconds: number): Promise<Round> => {
    const results = new Map<string, Measured>();
    for (const [name, target] of inTurn(Object.entries(targets), number)) {
      await target.prepare?.();
      if (leadInMs !== undefined) await load(target, leadInMs);
      results.set(name, await load(target, milliseconds));
      await target.settle?.();
    }
    return results;
  };
  await round(0, warmUpMs);
  const all: Round[] = [];
  for (let number = 0; number < count; number += 1) all.push(await round(number, roundMs));
  return all;
}

export type Figure = (result: Measured) => number;

export const perSecond: Figure = (result) => result.perSecond;
export const p99: Figure = ({ latencies }) => quantile(latencies, 0.99);
export const processor: Figure = ({ processorUs }) => processorUs;
export const middle: Figure = ({ latencies }) => quantile(latencies, 0.5);

function figureOf(round: Round, name: string, of: Figure): number {
  const result = round.get(name);
  return result === undefined ? Number.NaN : of(result);
}

export const figure = (all: readonly Round[], name: string, of: Figure): number => median(all.map((round) => figureOf(round, name, of)));

/** The median of the ratios of each round. */
export const ratio = (all: readonly Round[], name: string, base: string, of: Figure): number =>
  median(all.map((round) => figureOf(round, name, of) / figureOf(round, base, of)));

/** All rounds as one, for the p99, which varies by a quarter from round to round. */
export function together(all: readonly Round[]): Round[] {
  const names = [...(all[0]?.keys() ?? [])];
  const joined = names.map((name): [string, Measured] => {
    const latencies = all.flatMap((round) => round.get(name)?.latencies ?? []).toSorted((a, b) => a - b);
    return [name, { perSecond: figure(all, name, perSecond), latencies, processorUs: figure(all, name, processor) }];
  });
  return [new Map(joined)];
}
