import type { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'

/** A header field exactly as sent. */
export type Field = readonly [name: string, value: string]

/** The head of a request, in the form of HTTP/1.1. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'> & {
  /** The address of the client. */
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** One request and its answer, over HTTP/1.1 or HTTP/2. */
export interface Exchange {
  readonly head: RequestHead
  readonly requestId: string
  /** The body of the request, paced by its reader. */
  readonly body: Readable
  /** Whether the head of the answer has been sent. */
  readonly hasBegun: boolean
  /** Sends the head of the answer and returns the stream for its body. */
  begin(status: number, fields: readonly Field[]): Writable
  /** Ends an answer that has begun, so that the client sees it as incomplete. */
  cut(): void
  /** Calls back once, when the answer was sent or the client has disconnected. */
  onClose(callback: (isComplete: boolean) => void): void
}
