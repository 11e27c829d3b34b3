import { z } from 'zod'
import type { Endpoint } from '../../src/http/openapi/endpoint.js'
import type { Service } from '../../src/http/openapi/service.js'
import { replyBodies } from '../routes/reply-request.js'

const common = { token: 'none', names: {} } as const

const agentRefused = { blockedAgent: 'The user agent contains a blocked word.', databaseError: false } as const

const reply = {
  ...common,
  method: 'post',
  answers: z.object({ response: z.string() }),
  refuses: {
    ...agentRefused,
    addressRefused: {
      when: 'The address of the client is not allowed.',
      body: z.object({ detail: z.string().describe('The text `Unauthorized IP address: ` and the address.') }),
    },
    forbidden: 'The request comes from a page of another site.',
    promptTooLong: 'The prompt does not fit the context of the model.',
    modelTimeout: 'No complete reply in time.',
    badGateway: 'The service behind the listener is unavailable.',
    unavailable: 'The model is not loaded, its queue is full, or the service is stopping.',
  },
} as const

const details = 'A failed reply is a text that begins with `Error: `.'

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
      summary: 'Read a file of the challenge folder',
      details: 'For the issuer of the certificate. Every client address is allowed.',
    },
    method: 'get',
    paths: ['/.well-known/acme-challenge/:token'],
    request: z.object({}),
    answers: 'text',
    refuses: { ...agentRefused, notFound: 'The file does not exist.' },
  },
]

export function line14Document(version: string): Service {
  return {
    title: 'Parley: AI line 1.4',
    description: 'Replies over HTTPS, for allowed addresses.',
    version,
    tags: { replies: 'Replies to messages.', challenge: 'Files that prove control over a host name (ACME).' },
    isInternal: false,
    endpoints,
  }
}
