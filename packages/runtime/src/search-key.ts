/**
 * The form in which names and words are searched: NFKC, case-folded, with one form of sigma at the end of a word and
 * within. Normalization is quadratic in the number of combining marks, so the text must be bounded.
 */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}
