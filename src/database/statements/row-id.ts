/** The number of a row from its text form, or undefined for what can be no id: nonsense finds nothing. */
export function rowId(id: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(id)) return undefined
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : undefined
}
