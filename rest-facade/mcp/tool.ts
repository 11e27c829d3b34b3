import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Variables } from '../rows/schema-client.js'

/** What a tool knows of its call. */
export interface ToolCall {
  /** Runs an operation of the schema for the caller. Throws ToolRefusal when it is refused. */
  readonly execute: <TData, TVariables extends Variables>(
    document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
  ) => Promise<TData>
  /** The results of a subscription, until it or the signal ends. Throws ToolRefusal when it is refused. */
  readonly watch: <TData, TVariables extends Variables>(
    document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
    signal: AbortSignal,
  ) => AsyncIterable<TData>
  /** Stops a reply, also for a client that has disconnected. Never rejects. */
  readonly stopReply: (id: string) => Promise<void>
  /** Aborted when the client cancels the call. */
  readonly cancelled: AbortSignal
  /** Aborted when the call must end: it is cancelled, the client has disconnected, or the server stops. */
  readonly ending: AbortSignal
  /** Notifies a client that has asked for progress. At most one notification a second is sent. */
  readonly report: (message: string) => void
}

interface ToolRow<Input, Output> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: StandardSchemaWithJSON<unknown, Input>
  readonly output: StandardSchemaWithJSON<unknown, Output>
  readonly hints: ToolAnnotations
  readonly run: (input: Input, call: ToolCall) => Promise<Output>
}

/** How the call of a tool is answered: with its result, or with its failure. */
export type AnswerCall = (
  name: string,
  context: ServerContext,
  run: (call: ToolCall) => Promise<Readonly<Record<string, unknown>>>,
) => Promise<CallToolResult>

/** A row with its types resolved, ready to register. */
export interface Tool {
  readonly name: string
  readonly register: (server: McpServer, answer: AnswerCall) => void
}

export function tool<Input, Output extends Readonly<Record<string, unknown>>>(row: ToolRow<Input, Output>): Tool {
  const { name, title, description, input: inputSchema, output: outputSchema, hints: annotations, run } = row
  return {
    name,
    register: (server, answer) => {
      server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, (input, context) =>
        answer(name, context, (call) => run(input, call)),
      )
    },
  }
}
