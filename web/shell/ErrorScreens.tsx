import { Button } from '../ui/basics/Button.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { PageMeta } from '../page/PageMeta.tsx';

export function PageError() {
  return (
    <>
      <PageMeta title="Something went wrong" />
      <ErrorMessage />
    </>
  );
}

export function AppError() {
  return (
    <main id="main">
      <ErrorMessage />
      <p style={{ textAlign: 'center' }}>
        <a href="/">Back to Home</a>
      </p>
    </main>
  );
}

function ErrorMessage() {
  return (
    <EmptyState
      headingLevel="h1"
      title="Something went wrong"
      action={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Try again
        </Button>
      }
    >
      <p>We couldn&apos;t load this page. It may be a passing problem with the connection.</p>
    </EmptyState>
  );
}
