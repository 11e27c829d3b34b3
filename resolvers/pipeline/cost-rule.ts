import { createRequire } from 'node:module'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { AppError } from '@parley/runtime'
import { costBounds } from './cost-bounds.js'
import { maxCost } from './costs.js'

// the ESM build loads a second copy of graphql, whose types are not those of ours
const { getComplexity, fieldExtensionsEstimator, simpleEstimator } = createRequire(import.meta.url)(
  'graphql-query-complexity',
) as typeof import('graphql-query-complexity')

const estimators = [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })]
const costsKeptPerOperation = 50

interface CostedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly operationName?: string | null | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** Refuses operations above the maximum cost (costs.ts). */
export class CostRule {
  readonly #known = new WeakMap<OperationDefinitionNode, Map<string, number>>()

  /** Operations that no variables make too expensive. */
  readonly #affordable = new WeakSet<OperationDefinitionNode>()

  constructor(private readonly schema: GraphQLSchema) {}

  /**
   * Decides the cost of a trusted operation: one that fits with the largest pages is not counted again. Throws
   * BAD_USER_INPUT for one that costs too much with every value of its variables.
   */
  decide(document: DocumentNode, operation: OperationDefinitionNode): void {
    const { least, most } = costBounds(document, operation, (query, variables) =>
      this.#count({ document: query, operationName: operation.name?.value, variables }),
    )
    refuseAbove(least)
    if (most <= maxCost) this.#affordable.add(operation)
  }

  /** Throws BAD_USER_INPUT for an operation that costs too much. */
  check(costed: CostedOperation): void {
    if (!this.#affordable.has(costed.operation)) refuseAbove(this.#costOf(costed))
  }

  #costOf(costed: CostedOperation): number {
    const known = this.#knownOf(costed.operation)
    const key = costKey(costed.operation, costed.variables)
    const knownCost = known.get(key)
    if (knownCost !== undefined) return knownCost
    const cost = this.#count(costed)
    if (known.size >= costsKeptPerOperation) known.clear()
    known.set(key, cost)
    return cost
  }

  #count({ document, operationName, variables }: Omit<CostedOperation, 'operation'>): number {
    const name = operationName ? { operationName } : {}
    return getComplexity({ schema: this.schema, query: document, variables, ...name, estimators })
  }

  #knownOf(operation: OperationDefinitionNode): Map<string, number> {
    const known = this.#known.get(operation) ?? new Map<string, number>()
    this.#known.set(operation, known)
    return known
  }
}

function refuseAbove(cost: number): void {
  if (cost <= maxCost) return
  const message = `The operation costs ${cost}, more than ${maxCost}: ask for fewer rows or fields`
  throw new AppError('BAD_USER_INPUT', { message })
}

/** The variables that a cost may depend on, page sizes and conditions: numbers, booleans, their absence, the length of a list. */
function costKey(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: CostedOperation['variables'],
): string {
  return variableDefinitions
    .map(({ variable }) => {
      const value = variables[variable.name.value]
      if (Array.isArray(value)) return `list of ${String(value.length)}`
      return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : typeof value
    })
    .join()
}
