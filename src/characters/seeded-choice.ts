import { createHash } from 'node:crypto'

const mostDice = 100
const mostSides = 1_000_000
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
  const [, count = '', sides, sign = '+', more = '0'] = dice.exec(written) ?? []
  const [thrown, most] = [count === '' ? 1 : Number(count), Number(sides ?? 0)]
  if (thrown < 1 || thrown > mostDice || most < 1 || most > mostSides) return undefined
  const faces = seededNumbers(seed, thrown).map((number) => 1 + Math.floor(number * most))
  return String(faces.reduce((sum, face) => sum + face, Number(sign + more)))
}

/** Numbers from 0 below 1. */
function seededNumbers(seed: string, count: number): number[] {
  const bytes = createHash('shake256', { outputLength: 4 * count })
    .update(seed)
    .digest()
  return Array.from({ length: count }, (_, index) => bytes.readUInt32BE(4 * index) / 2 ** 32)
}
