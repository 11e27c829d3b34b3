/** Operations of the facade can return the id of a row as its number. */
export function rowIdText(id: string | number): string {
  return String(id)
}
