import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  /** What stands in the place of a part that could not be shown. */
  fallback: (retry: () => void) => ReactNode;
  /** Made anew with each attempt; its number tells a query that it must ask again. */
  children: (attempt: number) => ReactNode;
}

interface Attempt {
  number: number;
  hasFailed: boolean;
}

/** Keeps what fails inside one part of a page from taking the page with it. */
export class FailureBoundary extends Component<FailureBoundaryProps, Attempt> {
  override state: Attempt = { number: 0, hasFailed: false };

  static getDerivedStateFromError(): Partial<Attempt> {
    return { hasFailed: true };
  }

  private readonly retry = () =>
    this.setState(({ number }) => ({ number: number + 1, hasFailed: false }));

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(this.retry)
      : this.props.children(this.state.number);
  }
}
