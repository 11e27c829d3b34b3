/** The form in which names are searched: NFKC, case-folded, with one form of sigma at the end of a word and within. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}
