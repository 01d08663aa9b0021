import { expect } from 'vitest';
import { createToken } from '#server/writes/registration-tokens.ts';
import type { limitedSeries } from './limited-series.ts';
import type { TestResponse, TestServer } from './server.ts';

const visit = { as: 'visitor' } as const;

/** What tests of own pages do as the visitor, in a series of `limitedSeries`. */
export const ownRegistration = (server: TestServer, { seriesId }: Pick<ReturnType<typeof limitedSeries>, 'seriesId'>) => ({
  letSelfServe: async (values: Record<string, unknown> = {}): Promise<void> => {
    const { status, text } = await server.post(`/event_series/${seriesId()}/edit`, { self_service: true, ...values });
    expect([status, text]).toEqual([200, expect.anything()]);
  },
  tokenOf: ({ id }: { id: string }): Promise<string> => createToken(server.db, id),
  read: (token: string): Promise<TestResponse> => server.get(`/registration/${token}`, visit),
  act: (token: string, verb: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<TestResponse> =>
    server.post(`/registration/${token}/${verb}`, body, { ...visit, headers }),
});

/** The statuses of the registrations in an answer. */
export const statusesIn = ({ body }: TestResponse): string[] => body.data.registrations.map(({ status }: { status: string }) => status);

/** A start within the 30 days that `self_service_hours` can close to changes. */
export const inTenDays = (): string => new Date(Date.now() + 10 * 86_400_000).toISOString();
