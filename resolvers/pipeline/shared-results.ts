import type { DocumentNode, ExecutionResult } from 'graphql'
import { selectionVariables, type Selection } from './selection.js'
import { WaitingResult } from './waiting-result.js'

/** Undefined when no subscriber needs the result any more. */
type Outcome = ExecutionResult | Promise<ExecutionResult | undefined>

export interface EventSubscriber {
  readonly execute: (event: unknown) => ExecutionResult | Promise<ExecutionResult>
  /** What it counts for: its account, or its address. */
  readonly client: string
  /** The turn of its client; undefined when the execution may begin at once. */
  readonly turn: () => Promise<void> | undefined
  /** Whether it needs no more results. */
  readonly isGone: () => boolean
}

interface SharedResult {
  outcome: Outcome | undefined
  waiting: WaitingResult | undefined
}

/**
 * The results of events, computed once for all subscribers with the same selection of the same event object, whatever
 * their cursors, in the first turn of one of them. Therefore a source may give one object to two callers only if both may
 * see the same fields.
 */
export class SharedResults {
  readonly #results = new WeakMap<object, Map<string, SharedResult>>()
  readonly #numbers = new WeakMap<DocumentNode, number>()
  #documents = 0

  /** Adds a subscriber with this selection. The returned function returns the result of an event. */
  reader(selection: Selection, subscriber: EventSubscriber): (event: unknown) => Outcome {
    const name = this.#nameOf(selection)
    return (event) => {
      if (typeof event !== 'object' || event === null) return subscriber.execute(event)
      const results = this.#results.get(event) ?? new Map<string, SharedResult>()
      const shared = results.get(name) ?? { outcome: undefined, waiting: undefined }
      this.#results.set(event, results.set(name, shared))
      return shared.outcome ?? resultInTurn(shared, event, subscriber)
    }
  }

  #nameOf({ document, operation, variables }: Selection): string {
    let number = this.#numbers.get(document)
    if (number === undefined) this.#numbers.set(document, (number = this.#documents += 1))
    const values = selectionVariables(document, operation).map((name) => (name in variables ? [variables[name]] : []))
    return JSON.stringify([number, operation.name?.value, values])
  }
}

function resultInTurn(shared: SharedResult, event: unknown, subscriber: EventSubscriber): Outcome {
  if (shared.waiting?.hasTurnFor(subscriber)) return shared.waiting.add(subscriber)
  const turn = subscriber.turn()
  if (!turn) return begin(shared, event, subscriber)
  const waiting = (shared.waiting ??= new WaitingResult())
  const result = waiting.add(subscriber)
  turn
    .then(() => {
      // a turn of another subscriber came first
      if (shared.waiting !== waiting) return
      if (waiting.isNeeded()) void begin(shared, event, subscriber)
      else waiting.resolve(undefined)
      shared.waiting = undefined
    })
    .catch((error: unknown) => waiting.reject(error))
  return result
}

function begin(shared: SharedResult, event: unknown, { execute }: EventSubscriber): Outcome {
  const outcome = execute(event)
  shared.outcome = outcome
  // a later subscriber need not wait for a finished result
  if (outcome instanceof Promise) void outcome.then((made) => (shared.outcome = made))
  shared.waiting?.resolve(outcome)
  shared.waiting = undefined
  return outcome
}
