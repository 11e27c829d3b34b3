import type { CallOptions, Client } from '../client.js'
import { LiveStore } from '../live-store.js'
import type { LiveState } from '../live-store.js'
import { ParleyError } from '../parley-error.js'
import { SingleFlight } from '../single-flight.js'
import * as operations from '../operations.generated.js'
import type { CharacterFragment, CharactersQueryVariables } from '../operations.generated.js'

export interface CharacterListState extends LiveState {
  readonly characters: readonly CharacterFragment[]
  readonly hasMore: boolean
}

export interface CharacterFilter extends Partial<Omit<CharactersQueryVariables, 'after'>> {
  /** The characters of this account alone. */
  readonly mine?: boolean
}

/** Changes of characters that this client has made. */
export type CharacterChanges = Set<(id: string, character: CharacterFragment | null) => void>

/** A list of characters, page by page. It shows what this client changes, and not the changes of others. */
export class CharacterList extends LiveStore<CharacterListState> {
  #cursor: string | undefined
  /** Counts the resets: a page that was read before one belongs to another account. */
  #resets = 0
  readonly #reading = new SingleFlight<void>()

  readonly #filter: CharacterFilter
  readonly #changes: CharacterChanges

  constructor(client: Client, filter: CharacterFilter, changes: CharacterChanges) {
    super(client, { characters: [], hasMore: true, connection: 'idle', error: null })
    this.#filter = filter
    this.#changes = changes
  }

  /** Reads the next page. Calls at the same time share one read. */
  loadMore(options: CallOptions = {}): Promise<void> {
    return this.#reading.run(() => this.#read(options))
  }

  /** Reads the first page again in place of all pages. */
  async refresh(options: CallOptions = {}): Promise<void> {
    await this.#reading.idle()
    this.#cursor = undefined
    await this.loadMore(options)
  }

  protected override reset(): void {
    this.#resets += 1
    this.#cursor = undefined
    super.reset()
  }

  protected async follow(signal: AbortSignal): Promise<void> {
    const account = this.account()
    const put = (id: string, character: CharacterFragment | null) => {
      const { characters } = this.getSnapshot()
      this.set({ characters: characters.flatMap((one) => (one.id === id ? (character ?? []) : one)) })
    }
    this.#changes.add(put)
    signal.addEventListener('abort', () => this.#changes.delete(put))
    this.onConnection('connecting', null)
    // one that the last listener has ended
    await this.#reading.idle()
    const error = await this.#begin(signal)
    if (signal.aborted) return
    this.onConnection(error ? 'ended' : 'live', error)
    await this.client.accountChange(account, signal)
    this.#changes.delete(put)
  }

  /** Reads the first page if there is none. Returns the failure, after which `refresh` can succeed. */
  async #begin(signal: AbortSignal): Promise<ParleyError | null> {
    if (this.#cursor !== undefined || signal.aborted) return null
    return this.loadMore({ signal }).then(
      () => null,
      (reason: unknown) => ParleyError.from(reason),
    )
  }

  async #read(options: CallOptions): Promise<void> {
    this.account()
    const after = this.#cursor
    const resets = this.#resets
    const { mine, ...variables } = { ...this.#filter, after }
    const { characters: page } = mine
      ? await this.client.request(operations.myCharacters, { first: variables.first ?? 20, after }, options)
      : await this.client.request(operations.characters, { first: 20, orderBy: 'OLDEST', ...variables }, options)
    this.account()
    if (resets !== this.#resets) return this.#read(options)
    if (this.getSnapshot().connection === 'ended') this.onConnection('live', null)
    const { nodes = [], pageInfo } = page ?? {}
    const known = after === undefined ? [] : this.getSnapshot().characters
    const ids = new Set(known.map(({ id }) => id))
    this.#cursor = pageInfo?.endCursor ?? undefined
    const characters = [...known, ...nodes.filter(({ id }) => !ids.has(id))]
    this.set({ characters, hasMore: pageInfo?.hasNextPage ?? false })
  }
}
