import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  fallback: (retry: () => void) => ReactNode;
  children: (attempt: number) => ReactNode;
}

interface Attempt {
  number: number;
  hasFailed: boolean;
}

/** Contains the failure of one part of a page. */
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
