import { Component } from 'react';
import { useLocation } from 'wouter';
import type { Elements } from '../jsx/types.ts';

interface BrokenScreenProps {
  /** Drawn in place of a screen that threw. */
  readonly instead: Elements;
  readonly children: Elements;
}

/**
 * If a screen throws, draws `instead`. In development it shows what was thrown, and the next change of the code draws the
 * screen again, with what was typed. This file imports nothing of ours: a change of what it imports would make another
 * class of the guard, and React would build the screen anew and lose the focus.
 */
export function BrokenScreenGuard(props: BrokenScreenProps) {
  const [path] = useLocation();
  return <Guard path={path} {...props} />;
}

interface GuardProps extends BrokenScreenProps {
  readonly path: string;
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
    const { children, instead } = this.props;
    if (!thrown) return children;
    return import.meta.hot ? <pre>{stackOf(thrown.error)}</pre> : instead;
  }
}

const stackOf = (error: unknown) => (error instanceof Error && error.stack) || String(error);
