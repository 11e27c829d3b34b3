import { isPastCanonicalLength } from '../../schema/limits.js'

/**
 * The form in which names and addresses are compared: NFKC, case-folded. Twins in case or encoding share it. A text that is longer
 * than any of them is returned as it is, and equals none.
 */
export function canonical(text: string): string {
  if (isPastCanonicalLength(text)) return text
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
