/** The router's components, with the stricter types of `types.ts` for their children. */
import { Redirect as AnyRedirect, Router as AnyRouter, type RouterProps } from 'wouter';
import type { Component, Elements } from './types.ts';

export const Redirect = AnyRedirect as Component<{ readonly to: string; readonly replace?: boolean }>;
export const Router = AnyRouter as Component<RouterProps & { readonly children: Elements }>;
