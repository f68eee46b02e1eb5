/**
 * The findings of the three checkers that we accept on any page, each with the reason why. The key of an entry is the beginning
 * of the finding's line: the rule, the checker's reason, and the element.
 */

/** Findings that axe could not decide, by the beginning of their line. */
const axe: Readonly<Record<string, string>> = {
  'color-contrast emptyValue': 'An empty input shows no text.',
  'color-contrast imgNode':
    'Words on the field and its art: the gate of the theme checks them on both colors.',
  'color-contrast bgOverlap ["text[y=': 'Words on the card, which the gate of the theme checks.',
  'color-contrast bgOverlap [".card-': 'Words on the card, which the gate of the theme checks.',
  'color-contrast bgOverlap ["h1"]':
    'Shapes of the field’s art reach over it, beyond the edge at which they are clipped.',
  'color-contrast bgOverlap [".countdown-number"]': 'The ring around the number has an empty middle.',
  'color-contrast elmPartiallyObscuring ["#field-addressLine-option':
    'Suggestions have a ground of their own.',
  'color-contrast elmPartiallyObscuring [".dialog-body > p"]':
    'A sheet over a dialog, which axe takes for lying in the page; over a form the same words are looked at.',
  'color-contrast bgOverlap ["#field-address':
    'Lies under the suggestions; without them it is looked at too.',
};

/** Accepted findings of IBM's engine: its questions to the reviewer, and false positives. */
const equalAccess: Readonly<Record<string, string>> = {
  'style_color_misuse Potential_1 <style':
    'Asked of every page with colors: an error has an icon, a bar and the word, a picked choice its mark.',
  'style_viewport_resizable Potential_1':
    'Asked of every page with a size in vw: large text is measured on each screen.',
  'style_focus_visible potential_focus_not_visible':
    'Asked of every control where a style names outlines: each ring is looked at by `coveringHalos`.',
  'aria_keyboard_handler_exists potential_no_keyboard_access <fieldset':
    'A group of native radios, which the browser itself leads through.',
  'aria_keyboard_handler_exists potential_no_keyboard_access <input':
    'A combobox, whose keys React hears at the root; `tests/browser/picked-answers.thorough.test.ts` presses them.',
  'widget_tabbable_single potential_multiple_tabbable <fieldset':
    'Radios of one name are one stop of Tab; the other is Help.',
  'widget_tabbable_exists fail_no_tabbable <ul':
    'The focus stays in the combobox, and aria-activedescendant names the option (ARIA practices).',
  'element_tabbable_unobscured potential_obscured':
    'Lies under an open list or dialog, or under the bar in a picture of the whole page: `coveredFocus` goes to each.',
  'input_label_visible potential_no_label <button': 'The cross is what is seen of Close.',
  'input_checkboxes_grouped potential_unnamedcheckbox': 'Each consent stands alone.',
  'heading_markup_misuse Potential_1 <h1': 'A question is the heading of its screen.',
  'text_block_heading potential_heading':
    'A few bold words: the lead of a box, a share in large figures, an error. None heads a part of the page.',
  'html_skipnav_exists Potential_1 <html': 'A page that is still loading has nothing to pass by.',
  'blockquote_cite_exists Potential_1': 'Sets a statement apart; there is no page to cite.',
  text_sensory_misuse:
    'Says an amount or what is still to do, not where something is seen: left, lower, big.',
};

/** Accepted findings of HTML_CodeSniffer: its questions to the reviewer, and false positives. */
const codeSniffer: Readonly<Record<string, string>> = {
  'Principle1.Guideline1_4.1_4_3.G18.Abs':
    'It cannot tell what lies under something placed; axe measures the contrast of each.',
  'Principle1.Guideline1_4.1_4_3.G145.Abs': 'The same for large text.',
  'Principle1.Guideline1_4.1_4_10.C32,C31,C33,C38,SCR34,G206 <dialog':
    'A dialog is fixed, and scrolls in itself: sideways scroll is measured at 320 px.',
  'Principle1.Guideline1_4.1_4_10.C32,C31,C33,C38,SCR34,G206 <form class="intro-start"':
    'Holds one button, and stands in the text in a low window: sideways scroll is measured at 320 px.',
  'Principle1.Guideline1_3.1_3_1_A.G141 <h2':
    'The summary of errors stands above the heading and has one of its own (design brief, section 1.7).',
  'Principle1.Guideline1_3.1_3_1.H85.2 <select': 'States and the like have no groups.',
  'Principle1.Guideline1_3.1_3_1.H42 <p': 'A sentence in bold, not a heading.',
  'Principle1.Guideline1_1.1_1_1.H67.2 <img': 'The name of the file stands beside its picture.',
  'Principle1.Guideline1_3.1_3_5.H98 <input id="mail-code"':
    'It does not know one-time-code, a token of HTML for a code that was sent.',
  'Principle4.Guideline4_1.4_1_2.H91.Select.Value <select':
    'Nothing is picked yet, and the first option is empty.',
  'Principle4.Guideline4_1.4_1_2.H91.InputFile.Name <input':
    'Is hidden from everyone; the button beside it opens it.',
};

/** The gallery entries to which an exception is limited. An exception that is not listed here applies to every entry. */
const heldOn: Readonly<Record<string, RegExp>> = {
  'color-contrast bgOverlap ["h1"]': /^(intro|finish-(completed|pending))/,
};

const decided = { axe, equalAccess, codeSniffer };

export type Checker = keyof typeof decided;

const needed = new Set<string>();

/** Returns the findings of a checker on a gallery entry that are not accepted here. Records which exceptions were used. */
export function undecided(checker: Checker, name: string, findings: readonly string[]): readonly string[] {
  const reasons = Object.keys(decided[checker]);
  return findings.filter((finding) => {
    const reason = reasons.find((start) => finding.startsWith(start) && (heldOn[start]?.test(name) ?? true));
    if (reason !== undefined) needed.add(`${checker}: ${reason}`);
    return reason === undefined;
  });
}

/** Returns the exceptions that no screen has used so far in this process. */
export function unneeded(): readonly string[] {
  return Object.entries(decided)
    .flatMap(([checker, reasons]) => Object.keys(reasons).map((reason) => `${checker}: ${reason}`))
    .filter((reason) => !needed.has(reason));
}
