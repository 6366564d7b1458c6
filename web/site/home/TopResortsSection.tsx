import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Section } from '#web/ui/layout/Section.tsx';

export function TopResortsSection({ children }: { children: ReactNode }) {
  return (
    <Section
      title="Top Resorts"
      subtitle="Most popular destinations from our community"
      action={
        <ButtonLink to="/search" variant="outlined" color="inherit">
          View All Resorts
        </ButtonLink>
      }
    >
      {children}
    </Section>
  );
}
