"use client";

import { Component, type ReactNode } from "react";

type QuietBoundaryProps = {
  /** A new value causes another attempt; a restored connection does, too. */
  retryOn?: unknown;
  onBroken?: () => void;
  children: ReactNode;
};

/**
 * An error boundary around a dispensable part: when the part fails, it disappears and the page stays. React logs the
 * error itself.
 */
export class QuietBoundary extends Component<QuietBoundaryProps, { broken: boolean }> {
  static getDerivedStateFromError() {
    return { broken: true };
  }

  override state = { broken: false };

  readonly #retry = () => this.setState({ broken: false });

  override componentDidMount() {
    window.addEventListener("online", this.#retry);
  }

  override componentDidUpdate(before: QuietBoundaryProps, was: { broken: boolean }) {
    if (was.broken && this.state.broken && before.retryOn !== this.props.retryOn) this.#retry();
  }

  override componentDidCatch() {
    this.props.onBroken?.();
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.#retry);
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
