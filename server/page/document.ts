/** Renders the HTML document of the page with everything that the first screen needs, and its content security policy. */
import { hash } from 'node:crypto';
import type { Boot } from '../../api/boot.ts';
import { type AgreementKey, agreementKeys } from '../../form/fields/application-state.ts';
import { defaultCopy } from '../programs/default-copy.ts';
import type { Program, ProgramText } from '../programs/programs.ts';
import { promisedSteps, shownPhone } from '../programs/shown-settings.ts';
import { themeCss } from '../programs/theme.ts';
import { artworkOf, tabIconOf } from './artwork.ts';

/** The build output that a document contains: the URLs of the page's files, and inline parts for the first screen. */
export interface PageAssets {
  /** The URLs of the page's modules, each after its imports. The last one is the entry. */
  readonly modules: readonly string[];
  /** The URLs of the modules that load later. */
  readonly laterModules: readonly string[];
  readonly styles: readonly { readonly address: string; readonly integrity: string }[];
  /** The integrity hash of each script by URL, for the import map. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly criticalCss: string;
  readonly renderIntro: (boot: Boot) => Promise<string>;
  readonly renderLoading: (boot: Boot) => Promise<string>;
  /** Returns whether the page shows the intro immediately at a path. */
  readonly isIntroPath: (path: string) => boolean;
  /**
   * The name, without hash and extension, of the file in `laterModules` that draws the first screen. Documents that don't
   * contain that screen prerendered load the file at once (P1).
   */
  readonly drawsIntro: string;
  /** The script that handles the first screen's buttons and, after the first paint, loads the page's other files. */
  readonly inlineScript: string;
  /** The style sheet and the picture (as HTML) of the page for a host without a program. */
  readonly noProgram: { readonly css: string; readonly picture: string };
}

export type PageDocuments = Awaited<ReturnType<typeof renderDocuments>>;

/** The only foreign origin that the page may call, provided that the operator has set an API key for Google Places (D40). */
const googlePlacesOrigin = 'https://places.googleapis.com';

const shownText = ({ version, sha256 }: ProgramText) => ({ version, sha256 });

/** Returns the data about a program that the page needs before its first API call. */
function bootOf(program: Program, placesApiKey: string | undefined): Boot {
  const { domainKey, name, themeKey, termsUrl, demo, provider, merchant } = program;
  const { agreements, benefits = [], resume, sessionTimeoutMillis, sessionWarnCountdownMillis } = program;
  const { language } = program.copy;
  const phone = shownPhone(program);
  const ofEach = <Value>(of: (text: ProgramText) => Value) =>
    Object.fromEntries(agreementKeys.map((key) => [key, of(agreements[key])])) as Record<AgreementKey, Value>;
  return {
    program: {
      domainKey,
      name,
      themeKey,
      termsUrl,
      demo,
      providerName: provider.name,
      providerFullName: provider.fullName,
      merchantName: merchant?.name ?? null,
      merchantHelp: merchant?.helpText ?? null,
      // No line breaks between a number and the next word, as in “8 a.m.”
      phone: phone && { ...phone, hours: phone.hours.replace(/(?<=\d) (?=\p{L})/gu, '\u00a0') },
      benefits: benefits.map(({ icon, title, text }) => {
        return { icon, title: title[language], text: text[language] };
      }),
      afterSubmission: promisedSteps(program),
    },
    agreementTitles: ofEach(({ title }) => title),
    disclosureVersions: {
      shareInformation: shownText(agreements['share-information']),
      affiliates: shownText(agreements.affiliates),
    },
    agreementWords: ofEach(({ html }) => wordsIn(html)),
    overrides: program.fields as Boot['overrides'],
    words: program.words[language] ?? {},
    proofRequired: program.proofOfEntityRequired,
    sessionTimeoutMillis,
    sessionWarnCountdownMillis,
    resume,
    googleSuggestions: placesApiKey === undefined ? null : { origin: googlePlacesOrigin, key: placesApiKey },
  };
}

function wordsIn(html: string): number {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns JSON for a script element. Escapes `<`, so that no text in the JSON can end the element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the source expression for a content security policy that allows exactly this inline text. */
const hashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Returns the favicon as a data URL, so browsers need no request for it. The URL fits into an attribute in single quotes. */
function iconAddress(program: Program): string {
  const escapes: Readonly<Record<string, string>> = { '%': '%25', '#': '%23', "'": '%27' };
  return `data:image/svg+xml,${tabIconOf(program).replace(/[%#']/g, (sign) => escapes[sign] ?? sign)}`;
}

/** Returns the content security policy of a document with this boot data and these inline scripts and styles (X7). */
function policyOf({ googleSuggestions }: Boot, scripts: readonly string[], style: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashSource).join(' ')}`,
    `style-src 'self' ${hashSource(style)}`,
    "img-src 'self' blob: data:",
    `connect-src 'self'${googleSuggestions ? ` ${googleSuggestions.origin}` : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join(';');
}

/**
 * Renders a program's two documents: `intro` for paths that show the intro, `elsewhere` for all other paths. Their content
 * security policy allows exactly their inline parts. With a `placesApiKey`, the page gets address suggestions from Google.
 */
export async function renderDocuments(
  program: Program,
  assets: PageAssets,
  placesApiKey: string | undefined,
) {
  const boot = bootOf(program, placesApiKey);
  const style = assets.criticalCss + themeCss([program]);
  const importMap = JSON.stringify({ integrity: assets.integrity });
  const restOf = (atOnce?: string) =>
    [
      ...assets.styles.map(
        ({ address, integrity }) => `<link rel="stylesheet" href="${address}" integrity="${integrity}">`,
      ),
      ...assets.modules.map(
        (address) => `<link rel="modulepreload" href="${address}" integrity="${assets.integrity[address]}">`,
      ),
      ...assets.laterModules.map(
        (address) =>
          `<link rel="prefetch"${address.includes(`/${atOnce}-`) ? ' data-at-once' : ''} href="${address}">`,
      ),
    ].join('');
  const { copy, agreements } = program;
  // The id of each template is the key of its disclosure. One screen shows share-information and affiliates. The title
  // of share-information is the heading of that screen, so only affiliates needs a heading here.
  const heading = `<h2>${escapeHtml(agreements.affiliates.title)}</h2>`;
  const disclosures =
    `<template id="shareInformation">${agreements['share-information'].html}</template>` +
    `<template id="affiliates">${heading}${agreements.affiliates.html}</template>`;
  const documentWith = (root: string, atOnce?: string) => `<!doctype html>
<html lang="${copy.language}" data-theme="${escapeHtml(program.themeKey)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>${escapeHtml(program.name)} ${escapeHtml(copy.first.productName)}</title>
<link rel="icon" href='${iconAddress(program)}'>
<style>${style}</style>
<script type="importmap">${importMap}</script>
<script>${assets.inlineScript}</script>
</head>
<body>${artworkOf(program)}<div id="root">${root}</div>
<template id="rest">${restOf(atOnce)}</template>
${disclosures}
<script type="application/json" id="boot">${scriptJson(boot)}</script>
</body>
</html>`;
  return {
    intro: documentWith(await assets.renderIntro(boot)),
    elsewhere: documentWith(await assets.renderLoading(boot), assets.drawsIntro),
    contentSecurityPolicy: policyOf(boot, [importMap, assets.inlineScript], style),
  };
}

/** Returns the document for a host without a program. It ends with the Domain Error `message` (spec section 8) in small print. */
export function domainErrorDocument(message: string, { noProgram: { css, picture } }: PageAssets) {
  const { title, safe, advice } = defaultCopy.noProgram;
  const domainError = `${defaultCopy.errors.areas.domain.title}: ${message}`;
  const html = `<!doctype html>
<html lang="${defaultCopy.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${css}</style></head>
<body><main><div class="picture-stage">${picture}</div>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(advice)}</p>
<p>${escapeHtml(safe)}</p>
<p class="catalogue">${escapeHtml(domainError)}</p></main></body></html>`;
  const contentSecurityPolicy = `default-src 'none'; style-src ${hashSource(css)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, contentSecurityPolicy };
}
