import type { Organisation } from '../view.ts';

interface PageHeaderProps {
  readonly organisation: Organisation;
  readonly title: string;
}

/** The organisation with its logo. */
export const OrganisationLine = ({ organisation }: Pick<PageHeaderProps, 'organisation'>) => (
  <p className="org">
    {organisation.logo === undefined ? null : <img className="logo" src={organisation.logo} width={32} height={32} alt="" />}
    <span dir="auto">{organisation.name}</span>
  </p>
);

/** The organisation and the title of the form. */
export function PageHeader({ organisation, title }: PageHeaderProps) {
  return (
    <header>
      <OrganisationLine organisation={organisation} />
      <h1 id="title" dir="auto">
        {title}
      </h1>
    </header>
  );
}
