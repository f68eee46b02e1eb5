/** The words of the industry search. The page loads them with the list of industries. */
export const industrySearch = {
  prompt: 'Type what the business does, like “pizza” or “lawn care”, or a 6-digit code.',
  matches: 'Matches',
  none: 'No match. Try a simpler word.',
  shown: (shown: number, count: number) =>
    `Showing ${shown} of ${count}.${shown < count ? ' Type more to narrow the list.' : ''}`,
  replaced: (code: string) => `Code ${code} isn’t in this list. Here are the closest matches.`,
  other: 'Don’t see it? Try a simpler word, like “snow”.',
};
