/** The form in which names are searched: NFKC, without case. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase()
}
