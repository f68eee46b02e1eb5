import { Component } from 'react';
import { useLocation } from 'wouter';
import type { Elements } from '../jsx/types.ts';

interface BrokenScreenProps {
  readonly instead: Elements;
  readonly children: Elements;
}

/**
 * Renders `instead` if a screen throws an error. In development, renders the error itself. This module imports none of the
 * product's code: in development, a change to imported code would replace `Guard` and remount the screen.
 */
export function BrokenScreenGuard(props: BrokenScreenProps) {
  const [path] = useLocation();
  return <Guard path={path} {...props} />;
}

interface GuardState {
  readonly path: string;
  readonly thrown?: { readonly error: unknown };
}

/** An error boundary, which React supports only as a class. When the path changes, it renders the screen again. */
class Guard extends Component<BrokenScreenProps & { readonly path: string }, GuardState> {
  override state: GuardState = { path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<GuardState> {
    return { thrown: { error } };
  }

  static getDerivedStateFromProps({ path }: GuardState, state: GuardState) {
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
