/** What a list calls an entry: its name, else its first key. */
export function entryName(name: string, keys: readonly string[], unnamed: string): string {
  if (name !== '') return name
  return keys[0] ?? unnamed
}
