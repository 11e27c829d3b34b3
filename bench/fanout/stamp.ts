/** A piece of text that says which it is and when it was made, in epoch milliseconds. */
export function stamp(number: number): string {
  return `${number}:${Date.now()} `
}

export interface Stamp {
  readonly number: number
  readonly atMs: number
}

/** The stamps of a delta, which has whole ones only. */
export function stampsIn(delta: string): Stamp[] {
  return delta
    .trim()
    .split(' ')
    .map((each) => {
      const [number, atMs] = each.split(':').map(Number)
      if (number === undefined || atMs === undefined) throw new Error(`no stamp: ${delta}`)
      return { number, atMs }
    })
}
