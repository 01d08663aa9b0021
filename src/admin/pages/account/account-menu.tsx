import { useState } from 'react';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { AccountMenuProps } from './account-menu-list.tsx';
import { Portrait } from './portrait.tsx';

const load = async () => (await import('./account-menu-list.tsx')).AccountMenuList;
const AccountMenuList = lazyPart(load);
/** Preloads the menu on hover; a failure shows when it is pressed. */
const prepare = () => void load().catch(() => undefined);

/** The portrait and its menu: who is signed in, the service screens, and Sign Out. */
export function AccountMenu(props: AccountMenuProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const portrait = <Portrait user={props.user} onPointerEnter={prepare} onFocus={prepare} onClick={() => setWasOpened(true)} />;
  if (!wasOpened) return portrait;
  return (
    <LazyDialog opened={wasOpened} onClose={() => setWasOpened(false)} waiting={portrait}>
      <AccountMenuList {...props} />
    </LazyDialog>
  );
}
