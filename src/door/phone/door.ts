import type { DoorPeople, DoorPerson, Door as Opened } from '#contract/door.ts';
import { type DoorState, INITIAL_STATE } from './door-state.ts';
import { followDoor } from './follow-door.ts';
import { pause, pauseAfter } from './pause.ts';
import { mergePeople, type Shown } from './people.ts';
import { Sender } from './sender.ts';
import { type Answer, DoorServer } from './server.ts';
import { forgetPage, type DoorStorage } from './storage.ts';
import { type Bar, barOf, countUnsent, type Entry, newEntry, type Settled, shownPeople, wordsOfOutcome } from './taps.ts';
import { byClockOfPhone } from './times.ts';

const BAR_MS = 10_000;
/** The most ids that one call may name. */
const IDS_MAX = 50;
/** At most one read in this time, so that the reads of twenty phones stay well below a link's limit. */
const BETWEEN_READINGS_MS = 1_500;
const [UNAUTHORISED, CONFLICT, UNPROCESSABLE] = [401, 409, 422];

type Wanted = 'all' | ReadonlySet<string>;

/** The door on one phone: the server's list, the taps waiting to be sent, and what is shown of both. */
export class Door {
  readonly #server: DoorServer;
  readonly #kept: DoorStorage | undefined;
  readonly #sender: Readonly<Sender>;
  readonly #ending = new AbortController();
  readonly #listeners = new Set<() => void>();
  /** Called with each check-in that has an outcome. */
  readonly onSettled = new Set<(settled: Settled) => void>();
  #state = INITIAL_STATE;
  #people: readonly Shown[] | undefined;
  #wanted: Wanted = new Set<string>();
  #isReading = false;
  /** Whether the door is to be opened, or opened again, before the list is read. */
  #isOpenDue = false;
  /** The people of outcomes since the last read began, so that a slow read does not restore the state before an outcome. */
  #settled: readonly DoorPerson[] = [];
  /** What the page says once everything waiting has been sent. */
  #lastWords: string | undefined;
  #keeping: Promise<void> | undefined;
  #barTimer: ReturnType<typeof setTimeout> | undefined;
  #onOpened: (() => void) | undefined;

  constructor(token: string, phone: string, kept: DoorStorage | undefined) {
    this.#server = new DoorServer(token, phone);
    this.#kept = kept;
    this.#sender = new Sender({
      server: this.#server,
      kept,
      signal: this.#ending.signal,
      onChange: () => {
        this.#set();
        this.#endIfSent();
      },
      onAnswer: (answer) => this.#hear(answer),
      onSettled: (settled) => this.#settle(settled),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): DoorState => this.#state;

  /** Opens the door with what the phone has kept, and follows the event until the link ends. `onOpened` is called once, when the server first lets the phone in, and keeps the page. */
  async open(onOpened: () => Promise<void>): Promise<void> {
    const kept = this.#kept;
    const shown: Partial<DoorState> = { ...(await kept?.read().catch(() => undefined)) };
    this.#people = shown.people;
    this.#set(shown);
    kept?.listen(
      async () => this.#sender.resume(),
      async (words) => this.close(words, true),
    );
    await this.#sender.resume();
    this.#sendOthers();
    // Before it is let in, the phone has no stream either.
    await new Promise<void>((resolve) => {
      this.#onOpened = resolve;
      this.#refresh();
    });
    this.#keeping = onOpened();
    await followDoor(this.#server, this.#ending.signal, {
      onChange: (ids) => {
        const [first] = this.#people ?? [];
        // Each read includes the places of the event, too.
        if (ids?.length === 0) this.#refresh(first && new Set([first.id]));
        else this.#want(ids === null ? 'all' : new Set(ids));
      },
      onMissed: () => this.#refresh(),
      isOnline: () => this.#state.isOnline,
      onSilence: () => this.#setOnline(false),
    });
  }

  /** Keeps and sends a tap or a walk-in. @returns the message about it, for `undo` */
  async add(entry: Entry): Promise<Bar> {
    await this.#sender.add(entry);
    return this.#showBar(barOf(entry));
  }

  /** Checks in with a code that is not in the list; a code shown again is only sent once. @returns the id of the check-in */
  checkInByCode(code: string): string {
    const waiting = this.#sender.queue.find(({ tap }) => tap.code === code);
    const entry = waiting ?? newEntry('Check-in code', { code, here: true, how: 'scan' });
    if (waiting === undefined) void this.#sender.add(entry);
    return entry.tap.id;
  }

  /** Undoes one check-in: by default the one named at the foot. */
  async undo(bar = this.#state.bar): Promise<void> {
    if (bar?.undo === undefined) return;
    const entry = newEntry(bar.name, { submission_id: bar.undo.person, here: false, takes_back: bar.undo.tap });
    this.#showBar(barOf(entry));
    await this.#sender.add(entry);
  }

  note(text: string): void {
    this.#showBar({ name: '', text });
  }

  dismiss(id: string): void {
    this.#sender.dismiss(id);
  }

  confirmDay(): void {
    this.#set({ isDayConfirmed: true });
    this.#keep(true);
  }

  /** Ends the door on this phone and forgets everything; `isForgotten`: another tab has done so. */
  async close(message: string, isForgotten = false): Promise<void> {
    this.#ending.abort();
    this.#publish({ ...INITIAL_STATE, message });
    // The page is the same for all doors.
    if (!isForgotten && (await this.#kept?.wipe(message).catch(() => true)) !== false) await forgetPage(this.#keeping);
  }

  /** Sends what is waiting for other links on this phone. */
  #sendOthers(): void {
    const { signal } = this.#ending;
    for (const kept of this.#kept?.others ?? []) {
      const server = this.#server.by(kept.token ?? '');
      const onRefused = (entry: Entry) => void this.#sender.add(entry);
      void new Sender({ server, kept, signal, onAnswer: () => !signal.aborted, onRefused }).resume();
    }
  }

  #publish(state: DoorState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Shows what has changed, and the list with what is waiting. */
  #set(changed: Partial<DoorState> = {}): void {
    if (this.#ending.signal.aborted) return;
    const state = { ...this.#state, ...changed };
    const { queue, refused, canKeep } = this.#sender;
    const people = this.#people && shownPeople(this.#people, queue, { label: state.opened?.label ?? '', isKept: !state.isOnline });
    this.#publish({ ...state, people, waiting: queue.length, unsent: countUnsent(this.#people ?? [], queue), refused, canKeep });
  }

  #endIfSent(): void {
    if (this.#lastWords === undefined || this.#ending.signal.aborted || this.#sender.queue.length > 0) return;
    void this.close(this.#lastWords);
  }

  #showBar(bar: Bar): Bar {
    clearTimeout(this.#barTimer);
    this.#barTimer = setTimeout(() => this.#publish({ ...this.#state, bar: undefined }), BAR_MS);
    this.#publish({ ...this.#state, bar });
    return bar;
  }

  #setOnline(isOnline: boolean): void {
    if (isOnline !== this.#state.isOnline) this.#set({ isOnline });
  }

  /** Handles the answer of any call: if the link has ended, its end. @returns whether calls continue */
  #hear(answer: Answer<unknown>): boolean {
    if (this.#ending.signal.aborted) return false;
    this.#setOnline(answer.kind !== 'none');
    if (answer.kind !== 'refused' || ![UNAUTHORISED, CONFLICT].includes(answer.status)) return true;
    void this.close(answer.detail);
    return false;
  }

  /** Like `#hear`; a list that is refused because the link has ended stays until everything waiting is sent. */
  #hearRead(answer: Answer<unknown>): void {
    if (answer.kind !== 'refused') this.#hear(answer);
    else if (answer.status === UNPROCESSABLE) this.#set({ message: answer.detail });
    else {
      this.#lastWords = answer.detail;
      void this.#sender.resume();
    }
  }

  /** Opens the door again and reads the list, or some of it. */
  #refresh(wanted: Wanted = 'all'): void {
    this.#isOpenDue = true;
    this.#want(wanted);
  }

  async #openAgain(): Promise<Answer<Opened>['kind']> {
    this.#isOpenDue = false;
    const answer = await this.#server.call<Opened>('open', {});
    this.#hearRead(answer);
    this.#isOpenDue ||= answer.kind === 'none';
    if (answer.kind !== 'done' || this.#ending.signal.aborted) return answer.kind;
    this.#set({ opened: byClockOfPhone(answer.data) });
    this.#keep(false);
    this.#onOpened?.();
    return 'done';
  }

  /** Keeps what is shown; after outcomes with a delay, since the list may be long and there are many of them. */
  #keep(isNow: boolean): void {
    const { opened, readAt, isDayConfirmed } = this.#state;
    if (opened !== undefined) this.#kept?.keep({ opened, people: this.#people, readAt, isDayConfirmed }, Date.parse(opened.ends_at), isNow);
  }

  #want(wanted: Wanted): void {
    this.#wanted = wanted === 'all' || this.#wanted === 'all' || this.#people === undefined ? 'all' : new Set([...this.#wanted, ...wanted]);
    if (!this.#isReading) void this.#readWanted();
  }

  /** Reads what is wanted, one after another, until there is an answer. */
  async #readWanted(): Promise<void> {
    this.#isReading = true;
    let failures = 0;
    while (this.#isOpenDue || this.#wanted === 'all' || this.#wanted.size > 0) {
      const kind = await this.#readOnce();
      if (kind === 'refused' || this.#ending.signal.aborted) break;
      failures = kind === 'none' ? failures + 1 : 0;
      await pause(failures === 0 ? BETWEEN_READINGS_MS : pauseAfter(failures), this.#ending.signal);
    }
    this.#isReading = false;
  }

  #takeWanted(): Wanted {
    const wanted = this.#wanted;
    this.#wanted = new Set();
    return wanted !== 'all' && wanted.size > IDS_MAX ? 'all' : wanted;
  }

  async #readOnce(): Promise<Answer<unknown>['kind']> {
    const opened = this.#isOpenDue ? await this.#openAgain() : 'done';
    if (opened !== 'done' || this.#ending.signal.aborted) return opened;
    const wanted = this.#takeWanted();
    if (wanted !== 'all' && wanted.size === 0) return 'done';
    this.#settled = [];
    const answer = await this.#server.call<DoorPeople>(wanted === 'all' ? 'people' : `people?ids=${[...wanted].join(',')}`);
    this.#hearRead(answer);
    if (answer.kind === 'none') this.#want(wanted);
    if (answer.kind !== 'done' || this.#ending.signal.aborted) return answer.kind;
    this.#take(answer.data, wanted === 'all');
    return 'done';
  }

  #take({ people, gone, places, time }: DoorPeople, areAll: boolean): void {
    const list = areAll ? people : mergePeople(this.#people ?? [], people, gone);
    this.#people = mergePeople(list, this.#settled);
    this.#set({ places, readAt: time });
    this.#keep(areAll);
  }

  #settle(settled: readonly Settled[]): void {
    const people = settled.flatMap(({ result }) => (result.person === null ? [] : [result.person]));
    this.#settled = [...this.#settled, ...people];
    this.#people &&= mergePeople(this.#people, people);
    for (const each of settled) this.#say(each);
    this.#keep(false);
    for (const each of settled) for (const hear of this.onSettled) hear(each);
  }

  /** Shows at the foot if the outcome differs from what the tap promised. */
  #say(settled: Settled): void {
    const bar = wordsOfOutcome(settled, this.#state.opened?.time_zone);
    if (bar !== undefined) this.#showBar(bar);
    else if (settled.result.outcome === 'refused' && this.#state.bar?.undo?.tap === settled.waiting.tap.id) this.#set({ bar: undefined });
  }
}
