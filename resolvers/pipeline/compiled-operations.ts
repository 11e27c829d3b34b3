import {
  getNamedType,
  isEnumType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { CostRule } from './cost-rule.js'
import { inputDefaults, type Values } from './input-defaults.js'

type Run = (context: unknown, variables: Values) => Promise<ExecutionResult> | ExecutionResult

/**
 * Our own operations, compiled when they first run: with graphql-js the row `GET /api/characters` of the bench costs 1.55 of the CPU (ADR
 * 0100). Client documents are unbounded, and never compiled.
 */
export class CompiledOperations {
  readonly #runs = new WeakMap<DocumentNode, Run>()

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly cost: Pick<CostRule, 'decide'>,
  ) {}

  /** Throws for an operation that cannot be compiled; the tests of the facade's rows would find that. */
  compile(document: DocumentNode, operation: OperationDefinitionNode): Run {
    const known = this.#runs.get(document)
    if (known) return known
    const disableLeafSerialization = !namesEnums(this.schema, document)
    const compiled = compileQuery(this.schema, document, undefined, { disableLeafSerialization })
    this.cost.decide(document, operation)
    if (!isCompiledQuery(compiled)) throw new Error('an operation cannot be compiled', { cause: compiled })
    const withDefaults = inputDefaults(this.schema, operation)
    const run: Run = (context, variables) => compiled.query(undefined, context, withDefaults(variables))
    this.#runs.set(document, run)
    return run
  }
}

/**
 * Whether a selected enum has values that are not their names. Of other documents graphql-jit need not convert texts,
 * numbers and enums, for which it creates the path of each value: our rows have the types of their fields.
 */
function namesEnums(schema: GraphQLSchema, document: DocumentNode): boolean {
  let found = false
  const types = new TypeInfo(schema)
  const Field = () => {
    const type = getNamedType(types.getType())
    found ||= isEnumType(type) && type.getValues().some(({ name, value }) => name !== value)
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return found
}
