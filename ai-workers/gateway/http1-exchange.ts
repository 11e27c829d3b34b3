import type { IncomingMessage, ServerResponse } from 'node:http'
import { onClose, requestIdOf } from '@parley/edge'
import type { RequestHead, Exchange, Field } from './exchange.js'

export class Http1Exchange implements Exchange {
  /** `head` is passed on in place of the request's own head. */
  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly head: RequestHead = request,
  ) {}

  get requestId(): string {
    return requestIdOf(this.response)
  }

  get body(): IncomingMessage {
    return this.request
  }

  get hasBegun(): boolean {
    return this.response.headersSent
  }

  /** A field of the service replaces ours of the same name. */
  begin(status: number, fields: readonly Field[]): ServerResponse {
    const { response } = this
    response.statusCode = status
    for (const [name] of fields) response.removeHeader(name)
    for (const [name, value] of fields) response.appendHeader(name, value)
    response.flushHeaders()
    return response
  }

  /** With HTTP/1.0 the end of the connection ends the answer: only a reset shows the caller that it is incomplete. */
  cut(): void {
    if (this.request.httpVersion === '1.0') this.request.socket.resetAndDestroy()
    this.response.destroy()
  }

  onClose(callback: (isComplete: boolean) => void): void {
    onClose(this.response, () => callback(this.response.writableFinished))
  }
}
