"use client";

import { Component, type ReactNode } from "react";

type QuietBoundaryProps = {
  /** A new value is worth another try; so is a connection that is back. */
  retryOn?: unknown;
  onBroken?: () => void;
  children: ReactNode;
};

/** Around what a page can do without: when it breaks, it is gone and the page stays. React logs the error itself. */
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
