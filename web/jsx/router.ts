/** The router’s components by the types of `types.ts`, so that no text stands beside anything in them either. */
import type { RouterProps } from 'wouter';
import { Redirect as AnyRedirect, Router as AnyRouter } from 'wouter';
import type { Component, Elements } from './types.ts';

export const Redirect = AnyRedirect as Component<{ readonly to: string; readonly replace?: boolean }>;
export const Router = AnyRouter as Component<RouterProps & { readonly children: Elements }>;
