import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'
import { z } from 'zod'
import { lenient, type Listener, type ListenerOptions, openListener } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { json, text } from '../../../rest-facade/rows/answers.js'
import { mountRoutes } from '../../../rest-facade/mount.js'
import { answerList, pageQuery } from '../../../rest-facade/rows/pages.js'
import { route, runRoute } from '../../../rest-facade/rows/route.js'
import type { SchemaClient, SchemaError, SchemaResult, SchemaCaller } from '../../../rest-facade/rows/schema-client.js'

interface Note {
  readonly text: string
}

const noteCount = 250

const addNote: TypedDocumentNode<{ addNote: Note }, { input: { text: string; stars: number | undefined } }> = parse(
  'mutation AddNote($input: NoteInput!) { addNote(input: $input) { text } }',
)
const notes: TypedDocumentNode<{ notes: readonly Note[] }, { first: number; after: string | undefined }> = parse(
  'query Notes($first: Int!, $after: String) { notes(first: $first, after: $after) { text } }',
)

const about = (id: string) => ({ id, tag: 'rooms', summary: 'A toy' }) as const

const routes = [
  route({
    about: about('addNote'),
    method: 'post',
    path: ['/api/notes', '/notes'],
    token: 'required',
    answers: z.object({ sent: z.string() }),
    operation: addNote,
    request: z.object({ body: z.object({ text: z.string().min(1), stars: lenient.optional(lenient.integer(1)) }) }),
    names: { text: ['note_text'] },
    variables: ({ body }) => ({ input: body }),
    answer: ({ addNote: note }) => json({ sent: note.text }),
  }),
  runRoute({
    about: about('listNotes'),
    method: 'get',
    path: '/api/notes',
    token: 'optional',
    answers: z.array(z.string()),
    request: z.object({ query: z.object(pageQuery) }),
    run: ({ query }, execute) =>
      answerList(
        query,
        async ({ first, after }) => {
          const page = await execute(notes, { first, after })
          const end = Number(after ?? 0) + page.notes.length
          return { nodes: page.notes, pageInfo: { hasNextPage: end < noteCount, endCursor: String(end) } }
        },
        (nodes) => nodes.map((note) => note.text),
      ),
  }),
  route({
    about: about('keepNote'),
    method: 'put',
    path: '/api/notes/:id',
    token: 'room',
    answers: 'text',
    operation: addNote,
    request: z.object({ path: z.object({ id: lenient.rowId }) }),
    variables: ({ path }) => ({ input: { text: String(path.id), stars: undefined } }),
    answer: () => text('kept'),
  }),
]

const sentVariables = z.object({
  input: z.object({ text: z.string() }).optional(),
  first: z.number().optional(),
  after: z.string().optional(),
})

/** The answer of the schema for two fields. */
function answerNotes(variables: unknown): object {
  const { input, first = 0, after } = sentVariables.parse(variables)
  if (input) return { addNote: input }
  const from = Number(after ?? 0)
  const length = Math.min(first, noteCount - from)
  return { notes: Array.from({ length }, (_, index) => ({ text: `note ${String(from + index)}` })) }
}

/** The HTTP edge with three rows over two fields: `Bearer good` is a valid token, any other is not. */
export class ToyFacade {
  readonly lines: { readonly level: string; readonly fields: object; readonly event: string }[] = []
  readonly sent: unknown[] = []
  failWith: SchemaError | Error | undefined
  #opened: Listener | undefined

  readonly logger: Logger
  readonly client: SchemaClient

  constructor() {
    const take = (level: string) => (fields: object, event: string) => void this.lines.push({ level, fields, event })
    this.logger = { debug: take('debug'), info: take('info'), warn: take('warn'), error: take('error') }
    this.client = {
      identify: ({ authorization }) => Promise.resolve(sessionOf(authorization)),
      execute: this.#execute,
      storeImage: () => Promise.reject(new Error('no row of the toy takes a file')),
      cardFile: () => Promise.reject(new Error('no row of the toy answers a card')),
      storeFile: () => Promise.reject(new Error('no row of the toy takes a file')),
      openFile: () => Promise.reject(new Error('no row of the toy answers a file')),
    }
  }

  readonly #execute = <TData, TVariables>(
    _document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
  ): Promise<SchemaResult<TData>> => {
    this.sent.push(variables)
    if (this.failWith instanceof Error) return Promise.reject(this.failWith)
    if (this.failWith) return Promise.resolve({ data: null, errors: [this.failWith] })
    // the compiler cannot check that this data answers that document
    return Promise.resolve({ data: answerNotes(variables) as TData })
  }

  async open({ mount, ...options }: Partial<ListenerOptions> = {}): Promise<void> {
    this.#opened = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger: this.logger,
      ready: () => true,
      ...options,
      mount: (app) => {
        app.use(mountRoutes(this.client, routes))
        mount?.(app)
      },
    })
  }

  get listener(): Listener {
    if (!this.#opened) throw new Error('open the toy first')
    return this.#opened
  }

  async close(): Promise<void> {
    await this.#opened?.close()
  }

  forget(): void {
    this.failWith = undefined
    this.sent.length = 0
    this.lines.length = 0
  }

  url(path: string): string {
    return `http://127.0.0.1:${String(this.listener.port)}${path}`
  }

  async ask(path: string, init: RequestInit = {}) {
    const response = await fetch(this.url(path), init)
    const raw = await response.text()
    const isJson = raw !== '' && response.headers.get('content-type')?.startsWith('application/json')
    const body: unknown = isJson ? JSON.parse(raw) : raw
    return { status: response.status, headers: response.headers, body, raw }
  }

  /** Adds a note, with a valid token. */
  post(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = jsonType) {
    return this.ask('/api/notes', { method: 'POST', headers: { ...goodToken, ...headers }, body })
  }
}

export const goodToken = { Authorization: 'Bearer good' } as const
export const jsonType = { 'Content-Type': 'application/json' } as const

/** The 422 answer with one item. */
export function fault(location: readonly (string | number)[], type: string, message: string) {
  return { status: 422, body: { detail: [{ location, message, type }], message: 'Input data validation failed' } }
}

function sessionOf(authorization: string | undefined): SchemaCaller {
  if (authorization === undefined) return { tokenState: 'none' }
  return authorization === goodToken.Authorization ? { tokenState: 'valid', callerId: '7' } : { tokenState: 'invalid' }
}
