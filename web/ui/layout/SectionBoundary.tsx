import { Button } from '../basics/Button.tsx';
import { Component, type ReactNode } from 'react';
import styles from './SectionBoundary.module.css';

interface SectionBoundaryProps {
  message: string;
  /** A change of this value retries. */
  attempt: unknown;
  children: ReactNode;
}

export class SectionBoundary extends Component<SectionBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(previous: SectionBoundaryProps) {
    if (this.state.hasFailed && previous.attempt !== this.props.attempt) {
      this.setState({ hasFailed: false });
    }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={`content ${styles.place}`}>
        <div role="alert" className={`stack gap-4 centered rounded-panel on-sun ${styles.panel}`}>
          <p>{this.props.message}. It may be a passing problem with the connection.</p>
          <Button variant="quiet" onClick={() => window.location.reload()}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
}
