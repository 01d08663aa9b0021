import { usePersonParam } from '#admin/person/use-person-param.ts';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';

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
