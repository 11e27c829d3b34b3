import type { DocumentNode, ExecutionResult } from 'graphql'
import { selectionVariables } from './selection.js'
import type { Selection } from './selection.js'

type Outcome = ExecutionResult | Promise<ExecutionResult>

/**
 * The results of events, computed once for all subscribers with the same selection of the same event object, whatever
 * their cursors. Therefore a source may give one object to two callers only if both may see the same fields.
 */
export class SharedResults {
  readonly #results = new WeakMap<object, Map<string, Outcome>>()
  readonly #numbers = new WeakMap<DocumentNode, number>()
  #documents = 0

  /**
   * Adds a subscriber with this selection. The returned function returns the result of an event; the first one with
   * this selection calls `execute`.
   */
  reader(selection: Selection, execute: (event: unknown) => Outcome): (event: unknown) => Outcome {
    const name = this.#nameOf(selection)
    return (event) => {
      if (typeof event !== 'object' || event === null) return execute(event)
      const results = this.#results.get(event) ?? new Map<string, Outcome>()
      const known = results.get(name)
      if (known) return known
      const result = execute(event)
      this.#results.set(event, results.set(name, result))
      // a later subscriber need not wait for a finished result
      if (result instanceof Promise) void result.then((made) => results.set(name, made))
      return result
    }
  }

  #nameOf({ document, operation, variables }: Selection): string {
    let number = this.#numbers.get(document)
    if (number === undefined) this.#numbers.set(document, (number = this.#documents += 1))
    const values = selectionVariables(document, operation).map((name) => (name in variables ? [variables[name]] : []))
    return JSON.stringify([number, operation.name?.value, values])
  }
}
