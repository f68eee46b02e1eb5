/**
 * Accepted findings of the three accessibility checkers, each with the reason. The key of an entry is the beginning of the
 * finding's line: the rule, the checker's reason, and the element.
 */

/** Accepted findings that axe could not decide. Each key is the beginning of a finding's line. */
const axe: Readonly<Record<string, string>> = {
  'color-contrast emptyValue': 'An empty input shows no text.',
  'color-contrast imgNode':
    'Text on the colored area and its art: the theme’s tests check its contrast with both colors.',
  'color-contrast bgOverlap ["text[y=': 'Text on the card, whose contrast the theme’s tests check.',
  'color-contrast bgOverlap [".card-': 'Text on the card, whose contrast the theme’s tests check.',
  'color-contrast bgOverlap ["h1"]':
    'The boxes of the art’s shapes overlap the heading, but the shapes are clipped before they reach it.',
  'color-contrast bgOverlap [".countdown-number"]': 'The ring around the number has an empty middle.',
  'color-contrast elmPartiallyObscuring [".dialog-body > p"]':
    'axe confuses a sheet over a dialog with a part of the page. Over a form, it checks the same text.',
  'color-contrast elmPartiallyObscuring ["#_r_':
    'The title of a dialog over another dialog, which axe confuses with a part of the page.',
  'color-contrast bgOverlap ["#field-address':
    'The suggestions cover this field. axe also checks it without them.',
};

/** Accepted findings of IBM's engine: questions that it asks the reviewer, and false positives. */
const equalAccess: Readonly<Record<string, string>> = {
  'style_color_misuse Potential_1 <style':
    'Reported for every page with colors. An error also has an icon, a bar and the word, and a picked choice has a mark.',
  'style_viewport_resizable Potential_1':
    'Reported for every page with a size in vw. Our tests check large text on each screen.',
  'style_focus_visible potential_focus_not_visible':
    'Reported for every control if a style sets outlines. `coveringHalos` checks each focus ring.',
  'aria_keyboard_handler_exists potential_no_keyboard_access <fieldset':
    'A group of native radio buttons, for which the browser handles the keys.',
  'aria_keyboard_handler_exists potential_no_keyboard_access <input':
    'React handles the keys of this combobox at the root. `tests/browser/picked-answers.thorough.test.ts` presses them.',
  'widget_tabbable_single potential_multiple_tabbable <fieldset':
    'Radio buttons of one name are a single tab stop. The other tab stop is Help.',
  'widget_tabbable_exists fail_no_tabbable <ul':
    'The focus stays in the combobox, and aria-activedescendant names the option (ARIA practices).',
  'element_tabbable_unobscured potential_obscured':
    'An open list or dialog, or the bottom bar, covers the element. `coveredFocus` checks each with the focus.',
  'input_label_visible potential_no_label <button': 'The visible label of Close is its cross.',
  'input_checkboxes_grouped potential_unnamedcheckbox':
    'Each consent is a single checkbox, not one of a group.',
  'text_block_heading potential_heading':
    'A few bold words, such as the first words of a box, a percentage or an error, which are not headings.',
  'html_skipnav_exists Potential_1 <html': 'A page that is still loading has no content to skip.',
  'blockquote_cite_exists Potential_1': 'The element sets off a statement that has no source to cite.',
  text_sensory_misuse:
    'Words such as left, lower and big refer to amounts or remaining steps here, not to positions.',
};

/** Accepted findings of HTML_CodeSniffer: questions that it asks the reviewer, and false positives. */
const codeSniffer: Readonly<Record<string, string>> = {
  'Principle1.Guideline1_4.1_4_3.G18.Abs':
    'The checker cannot determine the background of positioned elements. axe measures their contrast.',
  'Principle1.Guideline1_4.1_4_3.G145.Abs':
    'The checker cannot determine the background of positioned large text. axe measures its contrast.',
  'Principle1.Guideline1_4.1_4_10.C32,C31,C33,C38,SCR34,G206 <dialog':
    'A dialog has a fixed position and scrolls inside. Our tests check sideways scrolling at 320 px.',
  'Principle1.Guideline1_4.1_4_10.C32,C31,C33,C38,SCR34,G206 <form class="intro-start"':
    'This form has one or two buttons, and is not fixed in a low window. Our tests check sideways scrolling at 320 px.',
  'Principle1.Guideline1_3.1_3_1_A.G141 <h2':
    'The error summary is above the main heading and has its own heading (design brief, section 1.7).',
  'Principle1.Guideline1_3.1_3_1.H85.2 <select': 'Options such as states have no groups.',
  'Principle1.Guideline1_3.1_3_1.H39.3.NoCaption <table': 'The heading directly above the table names it.',
  'Principle1.Guideline1_3.1_3_1.H48 <p':
    'A sentence with an email address and a phone number, not a navigation bar.',
  'Principle1.Guideline1_3.1_3_1.H42 <p': 'A sentence in bold, not a heading.',
  'Principle1.Guideline1_1.1_1_1.H67.2 <img': 'The file’s name is next to its picture.',
  'Principle1.Guideline1_3.1_3_5.H98 <input id="mail-code"':
    'The checker does not know `one-time-code`, a valid autocomplete token of HTML.',
  'Principle4.Guideline4_1.4_1_2.H91.Select.Value <select':
    'No option is picked yet, and the first one is empty.',
  'Principle4.Guideline4_1.4_1_2.H91.InputFile.Name <input':
    'The input is hidden from everyone. The button next to it opens the file picker.',
};

/** Limits exceptions to the gallery entries whose names match. An exception that is not in this list applies to every entry. */
const heldOn: Readonly<Record<string, RegExp>> = {
  'color-contrast elmPartiallyObscuring ["#_r_': /^agreement-esign-dialog-page$/,
  'color-contrast bgOverlap ["h1"]': /^(intro|finish-(completed|pending))/,
};

const decided = { axe, equalAccess, codeSniffer };

export type Checker = keyof typeof decided;

const needed = new Set<string>();

/**
 * Returns a checker's findings on a gallery entry, without the findings that an exception accepts. Records which exceptions were
 * used.
 */
export function undecided(checker: Checker, name: string, findings: readonly string[]): readonly string[] {
  const reasons = Object.keys(decided[checker]).filter((start) => heldOn[start]?.test(name) ?? true);
  return findings.filter((finding) => {
    const reason = reasons.find((start) => finding.startsWith(start));
    if (reason !== undefined) needed.add(`${checker}: ${reason}`);
    return reason === undefined;
  });
}

/** Returns the exceptions that no gallery entry has needed so far in this process. */
export function unneeded(): readonly string[] {
  return Object.entries(decided)
    .flatMap(([checker, reasons]) => Object.keys(reasons).map((reason) => `${checker}: ${reason}`))
    .filter((reason) => !needed.has(reason));
}
