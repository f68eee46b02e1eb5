/** The router’s components by the types of `types.ts`, so that no text stands beside anything in them either. */
import type { LinkProps, RouterProps } from 'wouter';
import { Link as AnyLink, Redirect as AnyRedirect, Router as AnyRouter } from 'wouter';
import type { Component, Content, Elements } from './types.ts';

export const Link = AnyLink as Component<LinkProps & { readonly children: Content }>;
export const Redirect = AnyRedirect as Component<{ readonly to: string; readonly replace?: boolean }>;
export const Router = AnyRouter as Component<RouterProps & { readonly children: Elements }>;
