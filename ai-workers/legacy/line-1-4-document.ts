import { z } from 'zod'
import type { Endpoint } from '../../src/http/openapi/endpoint.js'
import type { Service } from '../../src/http/openapi/service.js'
import { replyBodies } from '../routes/reply-request.js'

const common = { token: 'none', names: {} } as const

const agentRefused = { blockedAgent: 'A user agent with a blocked word.', databaseError: false } as const

const reply = {
  ...common,
  method: 'post',
  answers: z.object({ response: z.string() }),
  refuses: {
    ...agentRefused,
    addressRefused: {
      when: 'An address that is not allowed.',
      body: z.object({ detail: z.string().describe('`Unauthorized IP address: ` and the address.') }),
    },
    forbidden: 'A page of another site.',
    promptTooLong: 'A prompt that cannot fit the context.',
    modelTimeout: 'No complete reply in time.',
    badGateway: 'The service behind the listener is unavailable.',
    unavailable: 'The model is not loaded, its queue is full, or the service stops.',
  },
} as const

const details = 'A failed reply is a text too, and begins with `Error: `.'

const endpoints: readonly Endpoint[] = [
  {
    ...reply,
    about: {
      id: 'replyInOffice',
      tag: 'replies',
      summary: 'A reply of the assistant',
      details,
    },
    paths: ['/office_stream'],
    request: z.object({ body: replyBodies.office }),
  },
  {
    ...reply,
    about: {
      id: 'replyAsCharacter',
      tag: 'replies',
      summary: 'A reply of a character',
      details,
    },
    paths: ['/character_stream'],
    request: z.object({ body: replyBodies.character }),
  },
  {
    ...common,
    about: {
      id: 'readChallenge',
      tag: 'challenge',
      summary: 'A file of the challenge folder',
      details: 'For the issuer of the certificate, at any address.',
    },
    method: 'get',
    paths: ['/.well-known/acme-challenge/:token'],
    request: z.object({}),
    answers: 'text',
    refuses: { ...agentRefused, notFound: 'There is no such file.' },
  },
]

/** The OpenAPI document of line 1.4. */
export function line14Document(version: string): Service {
  return {
    title: 'Parley: AI line 1.4',
    description: 'Replies over HTTPS, for allowed addresses.',
    version,
    tags: { replies: 'One message, one reply.', challenge: 'Files that prove the control of a host name.' },
    isInternal: false,
    endpoints,
  }
}
