import type { ReactNode } from 'react';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { AdminFrame } from './AdminFrame.tsx';

interface AdminNotFoundProps {
  /** Heading of the screen. */
  title: string;
  /** What is not found. Defaults to the title. */
  what?: string;
  /** Path of the list, and the label of the link to it. */
  to: string;
  label: string;
  children: ReactNode;
}

/** An admin screen whose object does not exist. */
export function AdminNotFound({ title, what = title, to, label, children }: AdminNotFoundProps) {
  const site = useSiteFacts();
  return (
    <AdminFrame title={title}>
      <PageMeta title={`${what} not found | ${site.title}`} status={404} />
      <EmptyState
        title={`${what} not found`}
        action={
          <ButtonLink to={to} variant="contained">
            {label}
          </ButtonLink>
        }
      >
        <p>{children}</p>
      </EmptyState>
    </AdminFrame>
  );
}
