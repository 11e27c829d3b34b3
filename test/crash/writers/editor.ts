import { setTimeout as pause } from 'node:timers/promises'
import { at, password, Person } from '../../support/app/person.js'
import { readEditorState, type EditorState } from './editor-state.js'
import type { Surroundings } from './client.js'
import { refusalOf, send, type Request } from './write.js'
import { graphql } from './writes.js'
import { patienceMs } from '../settle.js'

/** A request without an answer, which a kill has cut off. A repetition of it has no second effect. */
type Act =
  | { readonly kind: 'save'; readonly request: Request; readonly message: string }
  | { readonly kind: 'regenerate'; readonly request: Request }
  | { readonly kind: 'cut'; readonly request: Request; readonly from: number }
  | { readonly kind: 'signOut'; readonly request: Request; readonly token: string }

const registerQuery = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
const loginQuery = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
const roomQuery = 'mutation ($input: OfficeRoomInput) { createOfficeRoom(input: $input) { room { id } } }'
const saveQuery = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
const regenerateQuery =
  'mutation ($room: ID!, $index: Int!, $key: String) { regenerate(roomId: $room, index: $index, idempotencyKey: $key) { replayed } }'
const cutQuery =
  'mutation ($room: ID!, $from: Int!) { truncateLog(roomId: $room, fromIndex: $from) { deletedFromIndex } }'

const username = 'editor'
const email = 'editor@example.com'
const mostAlternatives = 15
const mostEntries = 30

/**
 * A client with one room that sends one request at a time: entries, regenerations, cuts, sign-ins and sign-outs. After
 * a kill exactly one of them can be in doubt, so everything else is known.
 */
export class Editor {
  person: Person
  roomId = ''
  /** The messages of the entries that must exist, by index. */
  readonly entries = new Map<number, string>()
  /** The highest index that the room has given. */
  highest = 0
  /** Regenerations that were acknowledged. */
  regenerations = 0
  /** The tokens of its other sessions. */
  readonly open = new Set<string>()
  readonly ended: string[] = []
  /** Sign-ins without an answer: each may have left a session. */
  lostSignIns = 0
  doubt: Act | undefined
  #count = 0

  constructor(private readonly surroundings: Surroundings) {
    this.person = new Person(surroundings.server.url)
  }

  /** Acts until the server is killed. */
  async work(): Promise<void> {
    if (!(await this.#enter())) return
    while (!this.surroundings.server.isKilled && !this.doubt && (await this.#act())) await pause(5)
  }

  /** The room when its last reply has ended, or with a reply that does not end; undefined without an answer. */
  async settled(): Promise<EditorState | undefined> {
    const patience = AbortSignal.timeout(patienceMs)
    let state = await readEditorState(this.person, this.roomId)
    while (state?.isActive && !patience.aborted) {
      await pause(20)
      state = await readEditorState(this.person, this.roomId)
    }
    // one answer is not one moment: the reply may end while the answer is made, after its entries were read
    return state && readEditorState(this.person, this.roomId)
  }

  /** Repeats the request in doubt; without an answer it stays in doubt. */
  async repeat(): Promise<void> {
    const act = this.doubt
    this.doubt = undefined
    if (act) await this.#perform(act)
  }

  /** Registers, signs in and creates the room; the first and the last can be repeated. False without an answer. */
  async #enter(): Promise<boolean> {
    if (this.roomId !== '') return true
    const input = { username, email, password, eulaAgreed: true, privacyAgreed: true }
    if (this.person.token === undefined) {
      if (!(await send(this.person, graphql(registerQuery, { input })))) return false
      const token = await this.#signIn()
      if (token === undefined) return false
      this.person = new Person(this.person.url, '', username, token)
    }
    const made = await send(this.person, graphql(roomQuery, { input: { name: username, idempotencyKey: username } }))
    if (!made) return false
    this.roomId = at(made.body, 'data', 'createOfficeRoom', 'room', 'id')
    return true
  }

  async #act(): Promise<boolean> {
    const { random } = this.surroundings
    if (random.chance(0.5)) {
      const token = random.pick([...this.open])
      return token === undefined ? this.#openAnother() : this.#perform({ kind: 'signOut', token, request: signOut })
    }
    const state = await this.settled()
    if (!state) return false
    const dice = random.next()
    const entry = random.pick(state.entries.filter(({ alternatives }) => alternatives.length < mostAlternatives))
    if (entry && (dice < 0.2 || state.entries.length > mostEntries)) return this.#cut(entry.index)
    if (entry && dice < 0.5) return this.#regenerate(entry.index)
    return this.#save()
  }

  #save(): Promise<boolean> {
    const key = this.#key('edit')
    const input = { roomId: this.roomId, inputData: key, outputData: `re: ${key}`, idempotencyKey: key }
    return this.#perform({ kind: 'save', message: key, request: graphql(saveQuery, { input }) })
  }

  #regenerate(index: number): Promise<boolean> {
    const variables = { room: this.roomId, index, key: this.#key('regenerate') }
    return this.#perform({ kind: 'regenerate', request: graphql(regenerateQuery, variables) })
  }

  #cut(from: number): Promise<boolean> {
    return this.#perform({ kind: 'cut', from, request: graphql(cutQuery, { room: this.roomId, from }) })
  }

  async #openAnother(): Promise<boolean> {
    const token = await this.#signIn()
    if (token !== undefined) this.open.add(token)
    return token !== undefined
  }

  async #signIn(): Promise<string | undefined> {
    const answer = await send(this.person, graphql(loginQuery, { input: { email, password } }))
    if (!answer) this.lostSignIns += 1
    return answer && at(answer.body, 'data', 'login', 'token')
  }

  /** False without an answer. */
  async #perform(act: Act): Promise<boolean> {
    const { person } = this
    const sender = act.kind === 'signOut' ? new Person(person.url, '', username, act.token) : person
    const answer = await send(sender, act.request)
    if (!answer) {
      this.doubt = act
      return false
    }
    const refusal = refusalOf(answer)
    // the session whose sign-out is repeated has ended, or the account has sent too much
    const isFine = refusal === undefined || refusal === 'RATE_LIMITED' || act.kind === 'signOut'
    this.surroundings.findings.expect('answers', isFine, () => `${act.kind} was answered ${answer.text}`)
    if (refusal === undefined || act.kind === 'signOut') this.#record(act, answer.body)
    return true
  }

  #record(act: Act, body: unknown): void {
    switch (act.kind) {
      case 'save': {
        const index = Number(/"index":(\d+)/.exec(JSON.stringify(body))?.[1])
        this.surroundings.findings.expect('indexes', index > this.highest, () => `${index} after ${this.highest}`)
        this.highest = index
        this.entries.set(index, act.message)
        break
      }
      case 'regenerate':
        this.regenerations += 1
        break
      case 'cut':
        for (const index of this.entries.keys()) if (index >= act.from) this.entries.delete(index)
        break
      case 'signOut':
        this.open.delete(act.token)
        this.ended.push(act.token)
    }
  }

  #key(name: string): string {
    return `${name}-${(this.#count += 1)}`
  }
}

const signOut = graphql('mutation { signOut }', {})
