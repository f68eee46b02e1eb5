/** The words of the industry search. The page loads them with the list of industries. */
import { counted } from './counted.ts';

export const industrySearch = {
  label: 'Search industries',
  prompt: 'Type what your business sells or does, like “pizza” or “lawn care.” Or type a 6-digit code.',
  matches: 'Matches',
  none: (query: string) => `No match for “${query}”`,
  shown: (shown: number, count: number) =>
    shown < count
      ? `First ${shown} of ${counted(count, 'result')}. Type more to narrow the list.`
      : counted(count, 'result'),
  /** The line below an industry's title: its code and, if the title doesn't contain it, the trade that the search found. */
  about: (code: string, trade?: string) => (trade ? `${code} · Includes “${trade}”` : code),
  replaced: (code: string) => `Code ${code} isn’t in this list. Here are the closest matches.`,
  noneExact: 'No exact match. Here are the closest matches.',
  lessLikely: 'Less likely',
  showLessLikely: (count: number) => `Show ${counted(count, 'less likely result')}`,
  examples: 'Examples',
  clear: 'Clear',
  /** Screen readers read this instead of the line “Less likely”. */
  lessLikelyFrom: (position: number) => `Less likely results start at number ${position}.`,
  /** Shown below the list of results, even if the list is empty. `call` is the text before the phone number, if any. */
  other: 'Can’t find it? Try one plain word for what you do, like “roof,” “truck,” or “hair.”',
  call: 'Or call us',
};
