/** The words next to the Domain Error, on the page for a host that has no program (spec section 8). */
export const noProgram = {
  title: 'There’s no card application at this address',
  advice:
    'The web address may have a typo. Check it against your email or letter, or ask the store or dealer who told you about the card.',
  safe: 'You haven’t entered anything here, so nothing is lost.',
};
