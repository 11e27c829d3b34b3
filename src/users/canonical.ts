/** The form in which names and addresses are compared: NFKC, case-folded. Twins in case or encoding share it. */
export function canonical(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
