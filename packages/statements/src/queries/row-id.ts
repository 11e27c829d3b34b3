/** The number of a row from its text form; undefined for a text that cannot be an id. */
export function rowId(id: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(id)) return undefined
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : undefined
}

/** Those of the texts that can be ids, as numbers. */
export function rowIds(ids: readonly string[]): number[] {
  return ids.map(rowId).filter((id) => id !== undefined)
}
