import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { usePersonParam } from '#admin/use-person-param.ts';

const PersonPanel = lazyPart(async () => (await import('./person-panel.tsx')).PersonPanel);

/** The panel of the person that the address of a screen names, if it does. */
export function PersonPart() {
  const { personId } = usePersonParam();
  if (personId === undefined) return null;
  return (
    <LazyPart waiting={null}>
      <PersonPanel key={personId} personId={personId} />
    </LazyPart>
  );
}
