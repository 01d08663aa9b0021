import { Box, UnstyledButton } from '@mantine/core';
import { useHotkeys, useNetwork, useOs } from '@mantine/hooks';
import type { Query } from '@tanstack/react-query';
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { queryClient } from '#admin/api/query-client.ts';
import { getSettings } from '#admin/api/settings.ts';
import { startLive } from '#admin/live/live.ts';
import { paths } from '#admin/paths.ts';
import { isAffected, raiseCounts } from '#admin/reads/query-keys.ts';
import { forgetRecentPages } from '#admin/recent-pages.ts';
import { saveDrafts } from '#admin/records/drafts.ts';
import { ownWrites } from '#admin/session/call.ts';
import { signOut, useSession } from '#admin/session/session.ts';
import { hasUnsavedWork } from '#admin/ui/dialogs/unsaved-work.ts';
import { type PlainDialogState, unlessBehind, useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconSearch, IconWifiOff } from '#admin/ui/layout/icons.tsx';
import { Mark } from '#admin/ui/layout/mark.tsx';
import { byLetter } from '#admin/ui/letter-keys.ts';
import { LazyOverlay, lazyPart, LazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import type { LiveChange } from '#contract/live.ts';
import type { AccountMenuProps } from '../account/account-menu-list.tsx';
import { Portrait } from '../account/portrait.tsx';
import { rememberReturnPath, takeReturnPath } from './return-path.ts';
import { SHORTCUTS } from './shortcuts-action.ts';
import classes from './top-bar.module.css';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The list of shortcuts, which `?` opens unless a field has the focus. */
function Shortcuts({ dialog: { open, show } }: { dialog: PlainDialogState }) {
  useHotkeys(SHORTCUTS.keys.map((key) => [key, unlessBehind(open)]));
  return show(<ShortcutsDialog />);
}

const SignOutQuestion = lazyPart(async () => (await import('#admin/ui/dialogs/dialog.tsx')).SignOutQuestion);

export function SignedInFrame() {
  const snapshot = useSession();
  const shortcuts = useDialog();
  const question = useDialog();
  const leave = () => void signOut();
  useLeaveWhenSignedOut();
  useLiveReads(snapshot.status === 'signed-in' ? snapshot.user.email : undefined);
  return (
    <>
      <TopBar>
        {snapshot.status === 'signed-in' ? (
          <>
            <FindField onShowShortcuts={shortcuts.open} />
            <AccountMenu
              user={snapshot.user}
              onShowShortcuts={shortcuts.open}
              onSignOut={() => (hasUnsavedWork() ? question.open() : leave())}
            />
            <Shortcuts dialog={shortcuts} />
            {question.show(<SignOutQuestion onLeave={leave} />)}
          </>
        ) : null}
      </TopBar>
      <OfflineNote />
      <Outlet />
      {snapshot.status === 'signed-in' ? <PersonPart /> : null}
    </>
  );
}

/** After a session that expired or ended in another tab, the next sign-in returns to this page and its drafts; after Sign Out it does not. */
function useLeaveWhenSignedOut(): void {
  const snapshot = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isOut = snapshot.status === 'signed-out';
  const reason = isOut ? snapshot.notice?.reason : undefined;

  useEffect(() => {
    if (!isOut) return;
    if (reason === 'ended' || reason === 'elsewhere') {
      rememberReturnPath(`${pathname}${search}${hash}`);
      saveDrafts();
    } else {
      takeReturnPath();
    }
    if (reason !== 'ended') forgetRecentPages();
    // The next person must not see data read by this one.
    queryClient.clear();
    void navigate(paths.signIn, { replace: true });
  }, [isOut, reason, pathname, search, hash, navigate]);
}

const PersonPanel = lazyPart(async () => (await import('../person/person-panel.tsx')).PersonPanel);

function PersonPart() {
  const { personId } = usePersonParam();
  if (personId === undefined) return null;
  return (
    <LazyPart waiting={null}>
      <PersonPanel key={personId} personId={personId} />
    </LazyPart>
  );
}

const AFTER_LINE = { borderLeft: '1px solid var(--t-border-strong)' };

export function TopBar({ children }: { children?: ReactNode }) {
  const { logo, name } = getSettings().organisation;
  return (
    <header className={classes.bar} data-edge="bottom" aria-busy={useNavigation().state !== 'idle'}>
      <a href="#main" className={classes.skip} data-box="strong" data-text="strong">
        Skip to content
      </a>
      <Box h="100%" maw="calc(var(--t-page) + 2 * var(--t-gutter))" mx="auto" px="var(--t-gutter)" data-row="wide">
        <Link to={paths.home} data-row data-fixed data-text="stressed">
          <Mark size={24} />
          Turnout
        </Link>
        <Box miw={0} pl={16} fz="sm" lh="1.5rem" style={AFTER_LINE} data-row data-text="second" data-phone="hidden">
          {logo === null ? null : <img src={logo} alt="" style={{ maxWidth: 120, height: 24, objectFit: 'contain' }} />}
          <span data-cut>{name}</span>
        </Box>
        <Box ml="auto" data-row="wide">
          {children}
        </Box>
      </Box>
    </header>
  );
}

function OfflineNote() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.offline} data-row data-text="warn" role="status">
      <IconWifiOff aria-hidden="true" />
      You are offline. Nothing can be loaded or saved until the connection is back.
    </div>
  );
}

const load = async () => (await import('../account/account-menu-list.tsx')).AccountMenuList;
const AccountMenuList = lazyPart(load);
/** Preloads the menu on hover; a failure shows when it is pressed. */
const prepare = () => void load().catch(() => undefined);

function AccountMenu(props: AccountMenuProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const portrait = <Portrait user={props.user} onPointerEnter={prepare} onFocus={prepare} onClick={() => setWasOpened(true)} />;
  if (!wasOpened) return portrait;
  return (
    <LazyOverlay opened={wasOpened} onClose={() => setWasOpened(false)} waiting={portrait}>
      <AccountMenuList {...props} />
    </LazyOverlay>
  );
}

// Loaded on demand: most visits do not search.
const FindPalette = lazyPart(async () => (await import('../search/find-palette.tsx')).FindPalette);
const isSlashTaken = () => document.querySelector('[aria-keyshortcuts="/"]') !== null;

/** What is typed while the palette's script loads goes to its field, not to what still has the focus. */
function useTypedEarly(opened: boolean, setTyped: Dispatch<SetStateAction<string>>): void {
  useEffect(() => {
    if (!opened) return undefined;
    setTyped('');
    const behind = document.activeElement;
    const type = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isShortcut = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
      if (document.activeElement !== behind || isShortcut) return;
      if (key === 'Backspace') setTyped((old) => old.slice(0, -1));
      else if (key.length === 1) setTyped((old) => old + key);
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', type, true);
    return () => window.removeEventListener('keydown', type, true);
  }, [opened, setTyped]);
}

function FindField({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { opened, open, show } = useDialog();
  const [typed, setTyped] = useState('');
  useTypedEarly(opened, setTyped);
  const isMac = ['macos', 'ios'].includes(useOs());

  useHotkeys(byLetter([['mod+K', unlessBehind(open)]]), [], true);
  const openBySlash = () => (isSlashTaken() ? undefined : unlessBehind(open)());
  useHotkeys(['/', 'shift+/'].map((keys) => [keys, openBySlash]));
  return (
    <>
      <UnstyledButton
        className={classes.find}
        data-row
        data-hover="fill"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={open}
      >
        <IconSearch aria-hidden="true" />
        <span data-cut data-grows data-phone="unseen">
          Find a person, event, series or form
        </span>
        <kbd data-fixed data-phone="hidden" aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      {show(<FindPalette typed={typed} setTyped={setTyped} onShowShortcuts={onShowShortcuts} />)}
    </>
  );
}

/** What is shown is reread at most this often; a random part prevents all screens from asking at the same time. */
const READ_PAUSE_MS = 10_000;
const READ_WITHIN_MS = 5_000;
const isVisible = (): boolean => document.visibilityState === 'visible';

function readAgain(query: Query): void {
  query.invalidate();
  if (isVisible()) query.onFocus();
}

/** Applies changes to the cached reads of a tab: counts immediately, everything else by reading it again. */
function createLiveReads(self: string) {
  let due: LiveChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  ownWrites.readsUnderWay = () => queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
  const isShown = (query: Query, { tab }: LiveChange) => tab === ownWrites.tab && ownWrites.areShownBy(query);
  const read = (): void => {
    const changes = due;
    [due, timer, readAt] = [[], undefined, Date.now()];
    void queryClient.invalidateQueries({
      predicate: (query) => changes.some((change) => isAffected(query, change) && !isShown(query, change)),
      // A hidden tab reads when it is shown.
      refetchType: isVisible() ? 'active' : 'none',
    });
  };
  return {
    apply: (changes: readonly LiveChange[]): void => {
      // The form that added it has already reread what this person adds.
      for (const change of changes.filter(({ by }) => by !== self)) raiseCounts(change);
      due.push(...changes);
      timer ??= setTimeout(read, Math.max(0, readAt + READ_PAUSE_MS - Date.now()) + Math.random() * READ_WITHIN_MS);
    },
    /** Repeats the reads that are on screen, as when the window gets the focus, but also recent ones. Failed ones are left to their Retry. */
    readAll: (): void => {
      for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
        // A read that is under way may have begun before the change that was missed.
        if (query.state.fetchStatus === 'fetching') void query.promise?.then(() => readAgain(query)).catch(() => undefined);
        else if (query.state.data !== undefined) readAgain(query);
      }
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Keeps what the screens have read current while someone is signed in; `self` is their address. */
function useLiveReads(self: string | undefined): void {
  useEffect(() => {
    if (self === undefined) return undefined;
    const reads = createLiveReads(self);
    const stop = startLive({ onChanges: reads.apply, onMissed: reads.readAll });
    return () => {
      stop();
      reads.stop();
    };
  }, [self]);
}
