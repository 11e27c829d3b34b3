import type { z } from 'zod'
import { type FieldFault, maxFaults, shortened } from '@parley/runtime'
import { boundFaults, plainFaults, valueFaults } from './input-fault-types.js'
import type { InputFault, Location } from './http-error.js'

/**
 * Converts the path of a schema value (`['input', 'email']`) or of a parsed request (`['body', 'email']`) into its
 * location in the request.
 */
export type Locate = (path: Location) => Location

export type LenientFault = 'missing' | 'int_parsing' | 'int_from_float' | 'bool_parsing' | 'string_type'

type FaultText = Pick<InputFault, 'type' | 'message'>

const plain = (type: keyof typeof plainFaults): FaultText => ({ message: plainFaults[type].message, type })
const bounded = (type: keyof typeof boundFaults, limit: number): FaultText => ({
  message: boundFaults[type].message(limit),
  type,
})
const valueError = (message: string): FaultText => ({
  message: valueFaults.value_error.message(message),
  type: 'value_error',
})

export const jsonInvalid = (bytePosition: number): InputFault => ({
  location: ['body', bytePosition],
  ...plain('json_invalid'),
})
export const repeatedHeader = (location: Location): InputFault => ({
  location,
  ...valueError('Value error, this header must be sent once'),
})

/**
 * The 422 items of a request that a zod schema refused, one per faulty value (contract: errors.5). Parse with
 * `reportInput: true`: without the input a missing key looks like a wrong type.
 */
export function faultsOfIssues(issues: readonly z.core.$ZodIssue[], locate: Locate = (path) => path): InputFault[] {
  return firstPerLocation(issues.flatMap(inMember), (issue) => ({
    location: locate(issue.path.map(keyOf)),
    ...textOfIssue(issue),
  }))
}

/** The 422 items of faults that only the GraphQL schema or a use case can find. */
export function faultsOfFields(fields: readonly FieldFault[], locate: Locate): InputFault[] {
  return firstPerLocation(fields, (field) => ({
    location: locate(field.path),
    ...textOfField(field),
    ...(field.reason === undefined ? {} : { reason: field.reason }),
    ...(field.detail === undefined ? {} : { detail: field.detail }),
  }))
}

/**
 * The first `maxFaults` faulty values, with one fault each, as in the documented services: a text that is too short may
 * violate a pattern too.
 */
function firstPerLocation<Found>(found: readonly Found[], faultOf: (found: Found) => InputFault): InputFault[] {
  const byLocation = new Map<string, InputFault>()
  for (const each of found) {
    if (byLocation.size === maxFaults) break
    const fault = faultOf(each)
    const location = fault.location.map((key) => (typeof key === 'string' ? shortened(key) : key))
    const key = JSON.stringify(location)
    if (!byLocation.has(key)) byLocation.set(key, { ...fault, location })
  }
  return [...byLocation.values()]
}

const unaccepted = 'not an accepted value'
const unionMessage = 'Invalid input'

/** The faults of a value under the one member of a union that has its type; the fault itself where there is none. */
function inMember(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== unionMessage) return [issue]
  const ofItsType = issue.errors.filter(
    (faults) => !faults.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  const [faults] = ofItsType
  if (!faults || ofItsType.length > 1) return [issue]
  return faults.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }))
}
const keyOf = (key: PropertyKey) => (typeof key === 'number' ? key : String(key))

function textOfIssue(issue: z.core.$ZodIssue): FaultText {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return plain('missing')
      return textOfType(issue.expected)
    case 'too_small':
      if (issue.origin === 'string') return bounded('string_too_short', Number(issue.minimum))
      if (issue.origin === 'array') return bounded('too_short', Number(issue.minimum))
      return bounded(issue.inclusive === false ? 'greater_than' : 'greater_than_equal', Number(issue.minimum))
    case 'too_big':
      if (issue.origin === 'string') return bounded('string_too_long', Number(issue.maximum))
      if (issue.origin === 'array') return bounded('too_long', Number(issue.maximum))
      return bounded(issue.inclusive === false ? 'less_than' : 'less_than_equal', Number(issue.maximum))
    case 'invalid_format':
      return valueError(issue.message)
    case 'custom':
      return textOfCustomIssue(issue)
    case 'invalid_union':
      return valueError(issue.message === unionMessage ? unaccepted : issue.message)
    default:
      return valueError(unaccepted)
  }
}

function textOfType(expected: string): FaultText {
  if (expected === 'object' || expected === 'record') return plain('model_attributes_type')
  if (expected === 'array') return plain('list_type')
  if (expected === 'int') return plain('int_from_float')
  if (expected === 'number') return plain('int_parsing')
  if (expected === 'boolean') return plain('bool_parsing')
  return plain('string_type')
}

function textOfCustomIssue(issue: z.core.$ZodIssueCustom): FaultText {
  const fault: unknown = issue.params?.['fault']
  return isLenientFault(fault) ? plain(fault) : valueError(issue.message)
}

const lenientFaults: ReadonlySet<unknown> = new Set<LenientFault>([
  'missing',
  'int_parsing',
  'int_from_float',
  'bool_parsing',
  'string_type',
])
function isLenientFault(fault: unknown): fault is LenientFault {
  return lenientFaults.has(fault)
}

function textOfField({ rule, limit, message }: FieldFault): FaultText {
  switch (rule) {
    case 'required':
      return plain('missing')
    case 'type':
      return plain('string_type')
    case 'min_length':
      return bounded('string_too_short', limit ?? 1)
    case 'max_length':
      return limit === undefined ? valueError(message) : bounded('string_too_long', limit)
    case 'min_items':
      return limit === undefined ? valueError(message) : bounded('too_short', limit)
    case 'max_items':
      return limit === undefined ? valueError(message) : bounded('too_long', limit)
    case 'minimum':
      return limit === undefined ? valueError(message) : bounded('greater_than_equal', limit)
    case 'maximum':
      return limit === undefined ? valueError(message) : bounded('less_than_equal', limit)
    case 'format':
    case 'common':
    case 'wrong_password':
    case 'taken':
    case 'unknown_invitation_token':
    case 'must_agree':
    case 'image':
    case 'invalid_verification_code':
    case 'expired_verification_code':
    case 'not_found_verification_code':
    case 'locked_verification_code':
    case 'unknown_reset_token':
    case 'unknown_registration_token':
    case 'unknown_challenge':
    case 'wrong_code':
      return valueError(message)
  }
}
