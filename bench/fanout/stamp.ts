/** A piece of text with its number and its time, in epoch milliseconds. */
export function stamp(number: number): string {
  return `${number}:${Date.now()} `
}

export interface Stamp {
  readonly number: number
  readonly atMs: number
}

/** The stamps of a delta, which contains only whole ones. */
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
