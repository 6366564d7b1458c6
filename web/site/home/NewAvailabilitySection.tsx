import type { ReactNode } from 'react';
import { Section } from '#web/ui/layout/Section.tsx';

interface NewAvailabilitySectionProps {
  children: ReactNode;
}

export function NewAvailabilitySection({ children }: NewAvailabilitySectionProps) {
  return (
    <Section title="New Availability!" subtitle="Fresh listings from top resorts">
      {children}
    </Section>
  );
}
