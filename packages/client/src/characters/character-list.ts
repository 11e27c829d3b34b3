import type { CallOptions, Client } from '../client.js'
import { LiveStore, type LiveState } from '../live-store.js'
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
  loadMore({ signal }: CallOptions = {}): Promise<void> {
    return this.#reading.run(() => this.#read(), signal)
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
    this.#changes.add(this.#put)
    signal.addEventListener('abort', () => this.#changes.delete(this.#put))
    this.onConnection('connecting', null)
    await this.#reading.idle()
    // after a failure `refresh` can succeed
    if (this.#cursor === undefined) await this.loadMore({ signal })
    if (signal.aborted) return
    this.onConnection('live', null)
    await this.client.accountChange(account, signal)
  }

  readonly #put = (id: string, character: CharacterFragment | null): void => {
    const { characters } = this.getSnapshot()
    this.set({ characters: characters.flatMap((one) => (one.id === id ? (character ?? []) : one)) })
  }

  async #read(): Promise<void> {
    this.account()
    const after = this.#cursor
    const resets = this.#resets
    const { mine, ...variables } = { ...this.#filter, after }
    const { characters: page } = mine
      ? await this.client.request(operations.myCharacters, variables)
      : await this.client.request(operations.characters, variables)
    this.account()
    if (resets !== this.#resets) return this.#read()
    if (this.getSnapshot().connection === 'ended') this.onConnection('live', null)
    const { nodes = [], pageInfo } = page ?? {}
    const known = after === undefined ? [] : this.getSnapshot().characters
    const ids = new Set(known.map(({ id }) => id))
    this.#cursor = pageInfo?.endCursor ?? undefined
    const characters = [...known, ...nodes.filter(({ id }) => !ids.has(id))]
    this.set({ characters, hasMore: pageInfo?.hasNextPage ?? false })
  }
}
