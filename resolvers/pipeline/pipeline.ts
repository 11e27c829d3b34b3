import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type Token,
  createSourceEventStream,
  execute,
  getOperationAST,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { AppError, inSpan, type Logger, maxFaults, networkOf } from '@parley/runtime'
import { CostRule } from './cost-rule.js'
import { CompiledOperations } from './compiled-operations.js'
import { countingResolver } from './count-long-texts.js'
import { documentError } from './document-codes.js'
import { documentLimits, documentRules } from './document-rules.js'
import { nameFault, sizeFault } from './document-size.js'
import { EventExecution } from './event-execution.js'
import { maskError, parseFault, withoutNodes } from './mask-error.js'
import { MutationTurns } from './mutation-turns.js'
import { countErrors, measureOperation } from './operation-metrics.js'
import { OperationScheduler } from './operation-scheduler.js'
import { resultsOf } from './results-of.js'
import type { RequestContext } from '../context/request-context.js'
import { requireSignIn } from '../context/require-sign-in.js'
import { ResultBudget } from '../context/result-budget.js'
import { SharedResults } from './shared-results.js'
import { TrustedDocuments, type DocumentRequest, type TrustedSettings } from './trusted-documents.js'
import { checkVariables } from './variables.js'

export interface Operation {
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly context: RequestContext
  /** The document is part of this program and contains one operation. */
  readonly isOurs?: boolean
}

/** The client of an operation, which is counted for its account and its address. */
type OperationClient = Pick<RequestContext, 'ipAddress' | 'caller' | 'isGone'>

/** Of one result: a field may fail in every row for the same reason. */
export const maxErrors = 100

/** Events of a subscription, or one result. */
type OperationOutcome = ExecutionResult | AsyncIterableIterator<ExecutionResult, undefined>

/**
 * The only way to run an operation, for every transport (HTTP, socket, facade): document rules, cost, variables,
 * execution, masking. `data` is absent when nothing was executed.
 */
export class Pipeline {
  readonly #checked = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  /** Valid documents by their text. A token needs up to 500 bytes. */
  readonly #parsed = new LRUCache<string, DocumentNode>({ max: 1_000, maxSize: 100_000, sizeCalculation: tokensOf })

  readonly #cost: CostRule
  readonly #compiled: CompiledOperations
  readonly #shared = new SharedResults()
  readonly #mutations = new MutationTurns()
  readonly #events: EventExecution
  #trusted = new TrustedDocuments({ documents: [], bundled: [], isOnly: false })

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly log: Logger,
    private readonly scheduler = new OperationScheduler(),
  ) {
    this.#cost = new CostRule(schema)
    this.#compiled = new CompiledOperations(schema, this.#cost)
    this.#events = new EventExecution(schema)
  }

  /**
   * Accepts trusted documents, those of the operator checked and their cost decided before any request. Returns a sentence for each that
   * does not fit the schema or exceeds a limit.
   */
  trust(settings: TrustedSettings): readonly string[] {
    const trusted = new TrustedDocuments(settings)
    const faults: string[] = []
    for (const { text, place } of settings.documents) {
      try {
        trusted.add(text, this.#prepared(text, settings))
      } catch (error) {
        faults.push(`${place} cannot be run: ${this.mask(error).message}`)
      }
    }
    this.#trusted = trusted
    return faults
  }

  /**
   * The text that a request asks for: its own, or that of a trusted document. Every transport asks this before it parses.
   * Throws a GraphQLError with a document code.
   */
  textOf(request: DocumentRequest): string {
    return this.#trusted.textFor(request)
  }

  /**
   * The document of a text. A text that is not known is parsed and validated in a turn of its client. Throws a masked GraphQLError for a
   * text that is not a document, and when the client has disconnected while it waited.
   */
  async parse(source: string, client: OperationClient): Promise<DocumentNode> {
    const known = this.#known(source)
    if (known) return known
    const turn = this.#turn(client)
    if (turn) await turn
    return this.#parse(source)
  }

  /** Runs a query or a mutation. Refuses a subscription: it has no single result. */
  async execute(operation: Operation): Promise<ExecutionResult> {
    const outcome = await this.run(operation, { streams: false })
    if (Symbol.asyncIterator in outcome) throw new Error('a single result was asked for')
    return outcome
  }

  /** Runs any operation. With `streams` a subscription returns an iterator, which the client ends with `return`. */
  async run(operation: Operation, options: { streams: boolean }): Promise<OperationOutcome> {
    const outcome = await inSpan('GraphQL operation', {}, () => this.#run(operation, options))
    if ('errors' in outcome) countErrors(outcome)
    return outcome
  }

  async #run(
    { document, operationName, variables, context, isOurs }: Operation,
    { streams }: { streams: boolean },
  ): Promise<OperationOutcome> {
    const values = variables ?? {}
    try {
      // the faults of a document that is refused were found in a turn
      const turn = this.#checked.get(document)?.length ? undefined : this.#turn(context)
      if (turn) await turn
      const faults = this.#faults(document)
      if (faults.length > 0) return { errors: faults }
      const operation = this.#operation(document, operationName)
      const measured = measureOperation(document, operation)
      checkVariables(this.schema, operation, values)
      this.#cost.check({ document, operation, operationName, variables: values })
      const isMutation = operation.operation === OperationTypeNode.MUTATION
      context.bytes.begin({ mayRefuse: !isMutation })
      const args = {
        schema: this.schema,
        document,
        operationName,
        variableValues: values,
        contextValue: context,
        fieldResolver: countingResolver,
      }
      if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
        const compiled = isOurs && this.#compiled.compile(document, operation)
        const run = () => (compiled ? compiled(context, values) : execute(args))
        const { caller, ipAddress, isGone } = context
        // those of guests do not count: sign-ins that wait for a provider would hold up all accounts of an address
        const hasTurns = isMutation && caller.kind === 'user'
        const result = await (hasTurns ? this.#mutations.run({ accountId: caller.id, ipAddress, isGone }, run) : run())
        measured()
        return this.#masked(result, context.requestId)
      }
      if (!streams) throw documentError('BAD_REQUEST', 'Subscriptions need a WebSocket or /graphql/stream')
      const subscription = { document, operation, variables: values }
      const executeEvent = this.#events.begin(subscription)
      const source = await createSourceEventStream(args)
      if (!(Symbol.asyncIterator in source)) return this.#masked(source, context.requestId)
      // a shared result does not belong to a single client
      const eventContext = { ...context, bytes: new ResultBudget() }
      let hasEnded = false
      const resultOf = this.#shared.reader(subscription, {
        execute: (event) => {
          eventContext.bytes.begin({ mayRefuse: true })
          return this.#maskedLater(executeEvent({ rootValue: event, contextValue: eventContext }), eventContext)
        },
        client: context.caller.kind === 'user' ? `account ${context.caller.id}` : networkOf(context.ipAddress),
        turn: () => this.#schedule(context),
        isGone: () => hasEnded || context.isGone(),
      })
      const isGuest = context.caller.kind === 'anonymous'
      return resultsOf(source, {
        // accounts can be required since the subscription began
        result: isGuest ? (event) => requireSignIn(context).then(() => resultOf(event)) : resultOf,
        ended: () => (hasEnded = true),
        error: (error) => this.mask(error, context.requestId),
      })
    } catch (error) {
      return { errors: [this.mask(error, context.requestId)] }
    }
  }

  mask(error: unknown, requestId = ''): GraphQLError {
    return maskError(error, this.log, requestId)
  }

  /** Undefined when an operation or an event of the client may begin at once; otherwise its turn. */
  #schedule({ ipAddress, caller }: OperationClient): Promise<void> | undefined {
    return this.scheduler.schedule(ipAddress, caller.kind === 'user' ? caller.id : undefined)
  }

  /** As `#schedule`; rejects when the client has disconnected while it waited. */
  #turn(client: OperationClient): Promise<void> | undefined {
    return this.#schedule(client)?.then(() => {
      if (client.isGone()) throw this.mask(new AppError('UNAVAILABLE'))
    })
  }

  #known(source: string): DocumentNode | undefined {
    return this.#trusted.documentOf(source) ?? this.#parsed.get(source)
  }

  #parse(source: string): DocumentNode {
    const known = this.#known(source)
    if (known) return known
    try {
      const document = parse(source, { maxLexicalTokens: documentLimits.tokens })
      if (this.#faults(document).length === 0) this.#parsed.set(source, document)
      return document
    } catch (error) {
      throw this.mask(parseFault(error))
    }
  }

  #prepared(text: string, { isOnly }: TrustedSettings): DocumentNode {
    const document = this.#parse(text)
    const hidden = isOnly ? validate(this.schema, document, [NoSchemaIntrospectionCustomRule]) : []
    for (const fault of [...this.#faults(document), ...hidden]) throw fault
    for (const node of document.definitions)
      if (node.kind === Kind.OPERATION_DEFINITION) this.#cost.decide(document, node)
    return document
  }

  /** The masked faults of a document. */
  #faults(document: DocumentNode): readonly GraphQLError[] {
    const known = this.#checked.get(document)
    if (known) return known
    const tooMuch = sizeFault(document) ?? nameFault(document)
    const found = tooMuch ? [tooMuch] : validate(this.schema, document, documentRules, { maxErrors: maxFaults })
    const faults = found.map((fault) => withoutNodes(this.mask(fault)))
    this.#checked.set(document, faults)
    return faults
  }

  #operation(document: DocumentNode, operationName: string | null | undefined): OperationDefinitionNode {
    const operation = getOperationAST(document, operationName)
    if (operation) return operation
    throw documentError('OPERATION_RESOLUTION_FAILURE', 'Name one of the operations of the document')
  }

  async #maskedLater(
    result: ExecutionResult | Promise<ExecutionResult>,
    { requestId, bytes }: RequestContext,
  ): Promise<ExecutionResult> {
    const masked = this.#masked(await result, requestId)
    // the socket counts the data that waits in it
    bytes.end()
    return masked
  }

  #masked(result: ExecutionResult, requestId: string): ExecutionResult {
    if (!result.errors) return result
    const tooLarge = result.errors.find(isTooLarge)
    // errors of every further row would again be a large result
    if (tooLarge) return { data: null, errors: [this.mask(tooLarge, requestId)] }
    return { ...result, errors: result.errors.slice(0, maxErrors).map((error) => this.mask(error, requestId)) }
  }
}

function isTooLarge({ originalError }: GraphQLError): boolean {
  return originalError instanceof AppError && originalError.code === 'RESULT_TOO_LARGE'
}

function tokensOf({ loc }: DocumentNode): number {
  let count = 0
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next) count += 1
  return Math.max(1, count)
}
