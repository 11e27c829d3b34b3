import { Complaint, type Fields } from '../fields.js'
import { jsonObject } from '../json-object.js'
import { isWhole } from '../rules.js'

/** Reads one value of the object, or says what it must be: the rest of a sentence that ends with "as". */
type LimitReader<T> = (value: unknown) => T | Complaint

interface LimitValues<T> {
  readonly name: string
  readonly example: string
  readonly defaults: T
  readonly readers: { readonly [K in keyof T]: LimitReader<T[K]> }
}

/** Reads a setting that is a JSON object of single values, which replace the defaults. Every fault in it is named. */
export function readLimitValues<T extends object>(
  fields: Fields,
  { name, example, defaults, readers }: LimitValues<T>,
): T {
  const limits = { ...defaults }
  const isLimit = (key: PropertyKey): key is keyof T => Object.hasOwn(readers, key)
  const replace = (key: keyof T, value: unknown) => {
    const limit = readers[key](value)
    if (limit instanceof Complaint) fields.refuse(name, `must give ${String(key)} as ${limit.sentence}`)
    else limits[key] = limit
  }
  const objectOnly = (text: string) => jsonObject(text) ?? new Complaint(`must be a JSON object such as ${example}`)
  for (const [key, value] of Object.entries(fields.read(name, objectOnly, {}))) {
    if (isLimit(key)) replace(key, value)
    else fields.refuse(name, `knows only ${Object.keys(readers).join(', ')}`)
  }
  return limits
}

export function wholeLimit(most: number): LimitReader<number> {
  return (value) =>
    isWhole(value, { least: 1, most }) ? value : new Complaint(`a whole number from 1 to ${String(most)}`)
}

/** The same, where `false` is written for no limit. */
export function orNone<T>(read: LimitReader<T>): LimitReader<T | undefined> {
  return (value) => {
    if (value === false) return undefined
    const limit = read(value)
    return limit instanceof Complaint ? new Complaint(`${limit.sentence}, or as false for no limit`) : limit
  }
}
