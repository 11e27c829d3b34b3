const mostDice = 100
const mostSides = 1_000_000
/** So that white space in it is searched once. */
const longestRoll = 40
const dice = /^\s*(?:(\d{0,3})d)?(\d{1,7})\s*(?:([+-])\s*(\d{1,7}))?\s*$/i

/** A number from 0 below `count`, always the same for the same seed. */
export function seededIndex(seed: string, count: number): number {
  const [number = 0] = seededNumbers(seed, 1)
  return Math.floor(number * count)
}

/**
 * The sum of up to 100 dice with up to a million sides each, always the same for the same seed: `20`, `d20`, `2d6`, `2d6+3`. Undefined for
 * any other text.
 */
export function seededRoll(written: string, seed: string): string | undefined {
  const [, count = '', sides, sign = '+', more = '0'] = written.length > longestRoll ? [] : (dice.exec(written) ?? [])
  const [thrown, most] = [count === '' ? 1 : Number(count), Number(sides ?? 0)]
  if (thrown < 1 || thrown > mostDice || most < 1 || most > mostSides) return undefined
  const faces = seededNumbers(seed, thrown).map((number) => 1 + Math.floor(number * most))
  return String(faces.reduce((sum, face) => sum + face, Number(sign + more)))
}

/** Numbers from 0 below 1. Texts may have thousands of choices, so this costs less than a digest (FNV-1a, then mulberry32). */
function seededNumbers(seed: string, count: number): number[] {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  })
}
