import type { ReactNode } from 'react';
import { Component, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useLifetime } from '../state/use-page.ts';

/** If a screen throws, ends the session and shows the page error (spec section 8). */
export function BrokenScreenGuard({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  return <Guard path={path}>{children}</Guard>;
}

interface GuardProps {
  readonly path: string;
  readonly children: ReactNode;
}

interface GuardState {
  readonly path: string;
  readonly broken: boolean;
}

/** A class, because React reports what a component threw only to a class. A new path is tried again. */
class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { path: this.props.path, broken: false };

  static getDerivedStateFromError(): Partial<GuardState> {
    return { broken: true };
  }

  static getDerivedStateFromProps({ path }: GuardProps, state: GuardState): GuardState | null {
    return path === state.path ? null : { path, broken: false };
  }

  override render() {
    return this.state.broken ? <Leave /> : this.props.children;
  }
}

function Leave() {
  const { breakOff } = useLifetime();
  useEffect(breakOff, [breakOff]);
  return null;
}
