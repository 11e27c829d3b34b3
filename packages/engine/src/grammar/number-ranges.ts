import type { JsonObject } from '@parley/runtime'
import { inside, SchemaFault } from './schema-fault.js'

/** Numbers that are not integers have at most 15 digits before the point, so that they stay what was written. */
const largestNumber = 10 ** 15 - 1

/** The expression for the numbers of a schema. Throws SchemaFault when there are none, or when a grammar has no such limit. */
export function numberExpression(type: 'integer' | 'number', schema: JsonObject, path: string): string {
  const bound = (key: string, other: number) => {
    // a number that JavaScript does not have is null
    const value = key in schema ? schema[key] : other
    if (typeof value !== 'number') throw new SchemaFault(inside(path, key), 'is not a number')
    if (type === 'number' && value % 1 !== 0 && Math.abs(value) !== Infinity)
      throw new SchemaFault(inside(path, key), 'a grammar can express only a whole number')
    return value
  }
  const [minimum, above] = [bound('minimum', -Infinity), bound('exclusiveMinimum', -Infinity)]
  const [maximum, below] = [bound('maximum', Infinity), bound('exclusiveMaximum', Infinity)]
  if (type === 'number' && Math.max(minimum, above, -maximum, -below) === -Infinity) return 'number'
  const range =
    type === 'integer' ? integers({ minimum, above, maximum, below }) : numbers({ minimum, above, maximum, below })
  if (range === '') throw new SchemaFault(path, 'allows no number')
  return range
}

type Limits = Readonly<Record<'minimum' | 'above' | 'maximum' | 'below', number>>

function integers({ minimum, above, maximum, below }: Limits): string {
  const low = Math.max(Number.MIN_SAFE_INTEGER, Math.ceil(minimum), Math.floor(above) + 1)
  const high = Math.min(Number.MAX_SAFE_INTEGER, Math.floor(maximum), Math.ceil(below) - 1)
  if (low > high) return ''
  return [
    ...(low < 0 ? [`"-" (${naturalRange(Math.max(1, -high), -low)})`] : []),
    ...(high >= 0 ? [naturalRange(Math.max(0, low), high)] : []),
  ].join(' | ')
}

function numbers({ minimum, above, maximum, below }: Limits): string {
  const low = Math.max(-largestNumber, minimum, above)
  const high = Math.min(largestNumber, maximum, below)
  return numberRange({ low, high, isLowOpen: above === low, isHighOpen: below === high })
}

interface NumberBounds {
  /** Whole numbers. */
  readonly low: number
  readonly high: number
  /** Whether the bound itself is excluded. */
  readonly isLowOpen: boolean
  readonly isHighOpen: boolean
}

/** The numbers with or without a fraction between two bounds; empty when there are none. */
function numberRange({ low, high, isLowOpen, isHighOpen }: NumberBounds): string {
  const negative = magnitudes({
    low: Math.max(0, -high),
    high: -low,
    isLowOpen: high <= 0 && isHighOpen,
    isHighOpen: isLowOpen,
  })
  const positive = magnitudes({ low: Math.max(0, low), high, isLowOpen: low >= 0 && isLowOpen, isHighOpen })
  return [
    ...(low < 0 && negative.length > 0 ? [`"-" (${negative.join(' | ')})`] : []),
    ...(high >= 0 ? positive : []),
  ].join(' | ')
}

function magnitudes({ low, high, isLowOpen, isHighOpen }: NumberBounds): string[] {
  if (low >= high) return low > high || isLowOpen || isHighOpen ? [] : [`"${low}"`]
  const first = isLowOpen ? low + 1 : low
  return [
    ...(first < high ? [`(${naturalRange(first, high - 1)}) fraction?`] : []),
    ...(isLowOpen ? [`"${low}." [0-9]{0,8} [1-9]`] : []),
    ...(isHighOpen ? [] : [`"${high}"`]),
  ]
}

function naturalRange(low: number, high: number): string {
  const [first, last] = [String(low), String(high)]
  if (first.length === last.length) return sameLength(first, last)
  const between = last.length - first.length > 1 ? [`[1-9] [0-9]{${first.length},${last.length - 2}}`] : []
  const shortest = sameLength(first, '9'.repeat(first.length))
  return [shortest, ...between, sameLength(`1${'0'.repeat(last.length - 1)}`, last)].join(' | ')
}

/** The numbers between two of as many digits. */
function sameLength(low: string, high: string): string {
  const [first = '', last = ''] = [low[0], high[0]]
  if (first === last) return followed(first, low.length === 1 ? '' : sameLength(low.slice(1), high.slice(1)))
  const rest = low.length - 1
  const isLowWhole = /^0*$/.test(low.slice(1))
  const isHighWhole = /^9*$/.test(high.slice(1))
  const from = isLowWhole ? Number(first) : Number(first) + 1
  const to = isHighWhole ? Number(last) : Number(last) - 1
  return [
    ...(isLowWhole ? [] : [followed(first, sameLength(low.slice(1), '9'.repeat(rest)))]),
    ...(from <= to ? [`[${from}-${to}]${rest === 0 ? '' : ` [0-9]{${rest}}`}`] : []),
    ...(isHighWhole ? [] : [followed(last, sameLength('0'.repeat(rest), high.slice(1)))]),
  ].join(' | ')
}

const followed = (digit: string, rest: string) => (rest === '' ? `"${digit}"` : `"${digit}" (${rest})`)
