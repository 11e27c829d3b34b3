import { createRequire } from 'node:module'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { AppError } from '../../src/errors.js'
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
  readonly operationName: string | null | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** Refuses operations above the maximum cost (costs.ts). */
export class CostRule {
  readonly #known = new WeakMap<OperationDefinitionNode, Map<string, number>>()

  constructor(private readonly schema: GraphQLSchema) {}

  /** Throws BAD_USER_INPUT for an operation that costs too much. */
  check(costed: CostedOperation): void {
    const cost = this.#costOf(costed)
    if (cost <= maxCost) return
    const message = `The operation costs ${cost}, more than ${maxCost}: ask for fewer rows or fields`
    throw new AppError('BAD_USER_INPUT', { message })
  }

  #costOf({ document, operation, operationName, variables }: CostedOperation): number {
    const known = this.#knownOf(operation)
    const key = costKey(operation, variables)
    const knownCost = known.get(key)
    if (knownCost !== undefined) return knownCost
    const name = operationName ? { operationName } : {}
    const cost = getComplexity({ schema: this.schema, query: document, variables, ...name, estimators })
    if (known.size >= costsKeptPerOperation) known.clear()
    known.set(key, cost)
    return cost
  }

  #knownOf(operation: OperationDefinitionNode): Map<string, number> {
    const known = this.#known.get(operation) ?? new Map<string, number>()
    this.#known.set(operation, known)
    return known
  }
}

/** The variables that a cost may depend on, page sizes and conditions: numbers, booleans and their absence. */
function costKey(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: CostedOperation['variables'],
): string {
  return variableDefinitions
    .map(({ variable }) => {
      const value = variables[variable.name.value]
      return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : typeof value
    })
    .join()
}
