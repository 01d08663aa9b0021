import type { Organisation } from '../view.ts';

export const PageHeader = ({ organisation, title }: { organisation: Organisation; title: string }) => (
  <header>
    <p className="org">
      {organisation.logo === undefined ? null : (
        <img className="logo" src={organisation.logo} width={organisation.logoWidth ?? 32} height={32} alt="" />
      )}
      <span dir="auto">{organisation.name}</span>
    </p>
    <h1 id="title" dir="auto">
      {title}
    </h1>
  </header>
);
