import type { ReactNode } from 'react';
import { Section } from '#web/ui/layout/Section.tsx';

export function NewAvailabilitySection({ children }: { children: ReactNode }) {
  return (
    <Section title="New Availability!" subtitle="Fresh listings from top resorts">
      {children}
    </Section>
  );
}
