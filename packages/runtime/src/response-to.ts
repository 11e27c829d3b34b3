import type { ClientRequest, IncomingMessage } from 'node:http'

/** Resolves with the head of the answer; rejects when the request fails before. */
export function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
}
