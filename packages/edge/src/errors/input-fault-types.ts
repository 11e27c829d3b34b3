import { plural } from '@parley/runtime'

// `message` is documented (contract: errors.6); `value` describes the fault, in the words of docs/reference/errors.md

/** The types of the 422 body with a constant message. */
export const plainFaults = {
  missing: { message: 'Field required', value: 'is not there' },
  json_invalid: { message: 'JSON decode error', value: 'is not JSON; `location` is `["body", <byte position>]`' },
  model_attributes_type: {
    message: 'Input should be a valid dictionary or object to extract fields from',
    value: 'is not an object',
  },
  list_type: { message: 'Input should be a valid list', value: 'is not a list' },
  string_type: { message: 'Input should be a valid string', value: 'is not a text' },
  int_parsing: {
    message: 'Input should be a valid integer, unable to parse string as an integer',
    value: 'is not a whole number',
  },
  int_from_float: {
    message: 'Input should be a valid integer, got a number with a fractional part',
    value: 'is a number, but not a whole one',
  },
  bool_parsing: {
    message: 'Input should be a valid boolean, unable to interpret input',
    value: 'is not a boolean',
  },
} as const

/** The types whose message contains the exceeded limit. */
export const boundFaults = {
  string_too_short: {
    message: (limit: number) => `String should have at least ${plural(limit, 'character')}`,
    value: 'has too few characters',
  },
  string_too_long: {
    message: (limit: number) => `String should have at most ${plural(limit, 'character')}`,
    value: 'has too many characters',
  },
  too_short: {
    message: (limit: number) => `List should have at least ${plural(limit, 'item')}`,
    value: 'is a list with too few items',
  },
  too_long: {
    message: (limit: number) => `List should have at most ${plural(limit, 'item')}`,
    value: 'is a list with too many items',
  },
  greater_than: { message: (limit: number) => `Input should be greater than ${String(limit)}`, value: 'is too small' },
  greater_than_equal: {
    message: (limit: number) => `Input should be greater than or equal to ${String(limit)}`,
    value: 'is too small',
  },
  less_than: { message: (limit: number) => `Input should be less than ${String(limit)}`, value: 'is too large' },
  less_than_equal: {
    message: (limit: number) => `Input should be less than or equal to ${String(limit)}`,
    value: 'is too large',
  },
} as const

/** The type whose message comes from the violated rule. */
export const valueFaults = {
  value_error: {
    message: (sentence: string) => (sentence.startsWith('Value error, ') ? sentence : `Value error, ${sentence}`),
    value: 'breaks a rule that `message` states, such as an e-mail address or UUID',
  },
} as const
