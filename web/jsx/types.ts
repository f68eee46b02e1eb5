/**
 * The types of JSX in `web/`, stricter than React's: a text must be the only child of its element, because a browser that
 * translates the page replaces text nodes, which React then cannot update (docs/decisions/translated-pages.md).
 */
import type {
  Attributes,
  Component as ClassComponent,
  ExoticComponent,
  ReactElement,
  JSX as ReactJsx,
} from 'react';

/** The children of an element that can have several children. None of them is a text. */
export type Elements = ReactElement | '' | boolean | null | undefined | readonly Elements[];

/** The content that an element may have: one text, or other elements. */
export type Content = string | number | Elements;

export type Component<P> = (props: P) => Elements;

/** The type of `<>…</>`. */
export declare function Fragment(props: { readonly children?: Elements }): ReactElement;

type Holding<P> = Omit<P, 'children'> & {
  readonly children?: Content;
  /** `no` keeps the browser from translating typed text, and numbers and addresses that must not change. */
  readonly translate?: 'yes' | 'no' | undefined;
};

export namespace JSX {
  export type Element = ReactElement;
  export type ElementType =
    | string
    | Component<never>
    | ExoticComponent<never>
    | (new (
        props: never,
      ) => ClassComponent);
  export type ElementClass = ReactJsx.ElementClass;
  export type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  export interface ElementChildrenAttribute {
    children: unknown;
  }
  export type IntrinsicAttributes = Attributes;
  export type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>;
  export type IntrinsicElements = {
    [K in keyof ReactJsx.IntrinsicElements]: Holding<ReactJsx.IntrinsicElements[K]>;
  };
}
