import { useState } from 'react';
import { LazyDialog } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import type { AccountMenuProps } from './account-menu-list.tsx';
import { Portrait } from './portrait.tsx';

const load = async () => (await import('./account-menu-list.tsx')).AccountMenuList;
const AccountMenuList = lazyPart(load);
/** Somebody is about to press it; what fails here fails again, and is told, when they do. */
const prepare = () => void load().catch(() => undefined);

/** The portrait and its menu: who is signed in, the screens about outside services, and Sign Out (spec section 2). */
export function AccountMenu(props: AccountMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const portrait = <Portrait user={props.user} onPointerEnter={prepare} onFocus={prepare} onClick={() => setWanted(true)} />;
  if (!isWanted) return portrait;
  return (
    <LazyDialog opened={isWanted} onClose={() => setWanted(false)} waiting={portrait}>
      <AccountMenuList {...props} />
    </LazyDialog>
  );
}
