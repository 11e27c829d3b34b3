import { z } from 'zod'
import { parsedJson } from '@parley/runtime'

/** The value of a JSON text; undefined for invalid JSON. */
export const json = z.string().transform(parsedJson)

interface Fault {
  readonly code?: string
  readonly path?: readonly PropertyKey[] | undefined
}

/** The path of a value below its setting. */
const placeOf = ({ path = [] }: Fault) => path.slice(1).join('.')

/** The error message for a value that is not `what`. */
export const faultSentence = (what: string) => (fault: Fault) => `must give ${placeOf(fault)} as ${what}`

/** An object with known keys. `lead` begins the message for a setting that is not an object. */
export function values<S extends z.core.$ZodLooseShape>(shape: S, example: string, lead = 'must be') {
  return z.strictObject(shape, {
    error: (fault) => {
      const place = placeOf(fault)
      if (fault.code === 'unrecognized_keys')
        return `knows ${place === '' ? '' : `of ${place} `}only ${Object.keys(shape).join(', ')}`
      return place === ''
        ? `${lead} a JSON object such as ${example}`
        : faultSentence(`an object such as ${example}`)(fault)
    },
  })
}

type Sentence = ReturnType<typeof faultSentence>

const whole = (least: number, most: number, error: Sentence) =>
  z.int({ error }).min(least, { error }).max(most, { error })

const orFalse = (number: z.ZodNumber, error: Sentence) =>
  z.union([number, z.literal(false)], { error }).transform((value) => (value === false ? undefined : value))

export function numberValue(least: number, most: number) {
  const error = faultSentence(`a number from ${least} to ${most}`)
  return z.number({ error }).min(least, { error }).max(most, { error })
}

export function wholeValue(least: number, most: number) {
  return whole(least, most, faultSentence(`a whole number from ${least} to ${most}`))
}

/** A whole number, or `false` for no limit. */
export function limit(most: number, least = 1) {
  const error = faultSentence(`a whole number from ${least} to ${most}, or as false for no limit`)
  return orFalse(whole(least, most, error), error)
}

/** A share of the whole, or `false` for no limit. */
export function shareLimit() {
  const error = faultSentence('a number above 0 and up to 1, or as false for no limit')
  return orFalse(z.number({ error }).gt(0, { error }).lte(1, { error }), error)
}
