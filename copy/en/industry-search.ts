/** The words of the industry search. The page loads them with the list of industries. */
export const industrySearch = {
  prompt: 'Type what the business does, like “pizza” or “lawn care”, or a 6-digit code.',
  matches: 'Matches',
  none: 'No match. Try one plain word for what you do, like “roof”, “truck” or “hair”.',
  call: 'Can’t find it? Call us',
  shown: (shown: number, count: number) =>
    `Showing ${shown} of ${count}.${shown < count ? ' Type more to narrow the list.' : ''}`,
  replaced: (code: string) => `Code ${code} isn’t in this list. Here’s what comes closest.`,
  noneExact: 'No exact match. Here’s what comes closest.',
  lessLikely: 'Less likely',
  /** What a screen reader hears in place of the line “Less likely”. */
  lessLikelyFrom: (position: number) => `Less likely from number ${position} on.`,
  other: 'Not here? Try another word, like “snow”.',
};
