export interface Sample {
  /** The suffix of a histogram's name. */
  readonly part?: 'bucket' | 'sum' | 'count';
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A figure of `/metrics`, read when it is asked for. */
export interface Metric {
  readonly name: `turnout_${string}`;
  readonly help: string;
  /** A counter only grows while the process runs. */
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Must not throw; without samples the figure is not known at the moment. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** A gauge, or a counter where its name ends as Prometheus wants those to end. */
export const figure = (name: Metric['name'], help: string, read: Metric['read']): Metric => ({
  name,
  help,
  type: name.endsWith('_total') ? 'counter' : 'gauge',
  read,
});
