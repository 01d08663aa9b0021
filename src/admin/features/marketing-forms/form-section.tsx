import { paths } from '#admin/paths.ts';
import { CardSection } from '#admin/ui/cards/card-section.tsx';
import { CountCard, CountCardSkeleton } from '#admin/ui/cards/count-card.tsx';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconForms } from '#admin/ui/layout/icons.tsx';
import type { FormCard } from '#contract/marketing-form.ts';

interface FormSectionProps {
  forms: readonly FormCard[] | undefined;
  onAdd: () => void;
}

/** The dashboard's marketing forms, ending with the card that adds one. */
export function FormSection({ forms, onAdd }: FormSectionProps) {
  return (
    <CardSection
      title="Forms"
      addLabel="Add form"
      onAdd={onAdd}
      skeleton={<CountCardSkeleton />}
      skeletons={3}
      empty={
        <EmptyState
          icon={IconForms}
          size="small"
          title="No forms yet"
          text="A form to embed in a page: a newsletter, a brochure to download."
        />
      }
      cards={forms?.map((form) => (
        <CountCard key={form.id} to={paths.form.page(form)} title={form.title} count={form.signups_count} noun="Signups" />
      ))}
    />
  );
}
