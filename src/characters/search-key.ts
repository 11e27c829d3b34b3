/** The form in which names are searched: NFKC, without case. A sigma is the same at the end of a word and within. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}
