import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { inputDefaults } from './input-defaults.js'
import type { Values } from './input-defaults.js'

type Run = (context: unknown, variables: Values) => Promise<ExecutionResult> | ExecutionResult

/** Our own operations, compiled when they first run. Client documents are unbounded, and never compiled. */
export class CompiledOperations {
  readonly #runs = new WeakMap<DocumentNode, Run>()

  constructor(private readonly schema: GraphQLSchema) {}

  /** Throws for an operation that cannot be compiled; the tests of the facade's rows would find that. */
  compile(document: DocumentNode, operation: OperationDefinitionNode): Run {
    const known = this.#runs.get(document)
    if (known) return known
    const compiled = compileQuery(this.schema, document)
    if (!isCompiledQuery(compiled)) throw new Error('an operation cannot be compiled', { cause: compiled })
    const withDefaults = inputDefaults(this.schema, operation)
    const run: Run = (context, variables) => compiled.query(undefined, context, withDefaults(variables))
    this.#runs.set(document, run)
    return run
  }
}
