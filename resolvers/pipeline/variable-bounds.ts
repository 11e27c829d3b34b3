import { AppError } from '@parley/runtime'
import { limits, tooManyLevels, tooManyValues } from '../../src/limits.js'

/**
 * Throws BAD_USER_INPUT for variables that exceed a bound, the same for every transport. Reads level by level, so that
 * no depth exhausts the call stack, and stops at the first exceeded bound. Also reads variables that the operation does
 * not define.
 */
export function checkVariableBounds(variables: Readonly<Record<string, unknown>>): void {
  let level: object[] = [variables]
  let nodes = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.variableLevels) throw exceeded(tooManyLevels)
    const next: object[] = []
    for (const value of level) {
      const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
      if (!Array.isArray(value) && inner.length > limits.variableKeys)
        throw exceeded(`have an object of more than ${String(limits.variableKeys)} keys`)
      nodes += inner.length
      if (nodes > limits.variableValues) throw exceeded(tooManyValues)
      for (const item of inner) if (typeof item === 'object' && item !== null) next.push(item)
    }
    level = next
  }
}

function exceeded(what: string): AppError {
  return new AppError('BAD_USER_INPUT', { message: `The variables ${what}` })
}
