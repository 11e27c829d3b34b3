import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Answers with JSON, on a plain or an Express response. */
export function sendJson(
  response: ServerResponse,
  { status, body, headers = {} }: { status: number; body: unknown; headers?: OutgoingHttpHeaders },
): void {
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  end(response, status, { type: 'application/json; charset=utf-8', body: JSON.stringify(body) })
}

export function sendText(response: ServerResponse, text: string): void {
  end(response, 200, { type: 'text/plain; charset=utf-8', body: text })
}

/** A file that browsers store under its name, of ASCII without quotes. */
export function sendFile(
  response: ServerResponse,
  { type, name, bytes }: { type: string; name: string; bytes: Buffer },
): void {
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  end(response, 200, { type, body: bytes })
}

export function sendNothing(response: ServerResponse): void {
  response.statusCode = 204
  response.end()
}

/** Of a longer text Node would reserve three bytes for each character while it waits for its reader. */
const shortText = 16_384

/** What is written of a text: its bytes, or a short text, which Node sends together with the headers. */
export function written(body: string): string | Buffer {
  return body.length > shortText ? Buffer.from(body) : body
}

/** Sets the length, also for HEAD. */
function end(response: ServerResponse, status: number, { type, body }: { type: string; body: string | Buffer }): void {
  response.statusCode = status
  response.setHeader('Content-Type', type)
  const bytes = typeof body === 'string' ? written(body) : body
  response.setHeader('Content-Length', Buffer.byteLength(bytes))
  response.end(bytes)
}
