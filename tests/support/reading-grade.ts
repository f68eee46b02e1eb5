/** Measures the difficulty of an English text. */

/** Returns an estimate of the number of syllables in a word: its groups of vowels, without a silent final e. */
function syllables(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  const spoken = letters.replace(/(?<=[^aeiouyl])e$|(?<=[aeiouy]l)e$|(?<=[^aeioutdsz])ed$/, '');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1);
}

/** Returns the Flesch-Kincaid grade of a text: the number of school years that a reader needs. */
export function readingGrade(text: string): number {
  const words = text.split(/[\s/–-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const sentences = Math.max(1, text.match(/[.!?](?=”?(?:\s|$))/g)?.length ?? 1);
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (spoken / words.length) - 15.59;
}
