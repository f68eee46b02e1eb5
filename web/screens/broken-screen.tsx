import type { ReactNode } from 'react';
import { Component, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useLifetime } from '../state/use-page.ts';

/**
 * If a screen throws, ends the session and shows the page error (spec section 8). In development it shows what was thrown
 * instead, and the next change of the code draws the screen again, with what was typed.
 */
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
  readonly thrown: { readonly error: unknown } | undefined;
}

/** A class, because React reports what a component threw only to a class. A new path is tried again. */
class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { path: this.props.path, thrown: undefined };

  static getDerivedStateFromError(error: unknown): Partial<GuardState> {
    return { thrown: { error } };
  }

  static getDerivedStateFromProps({ path }: GuardProps, state: GuardState): GuardState | null {
    return path === state.path ? null : { path, thrown: undefined };
  }

  override render() {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    return import.meta.hot ? <pre>{stackOf(thrown.error)}</pre> : <Leave />;
  }
}

const stackOf = (error: unknown) => (error instanceof Error && error.stack) || String(error);

function Leave() {
  const { breakOff } = useLifetime();
  useEffect(breakOff, [breakOff]);
  return null;
}
