import { useEffect, useSyncExternalStore } from 'react'
import type { Parley, RoomData } from '@parley/client'
import { models as modelsOf, type ModelsQuery } from '@parley/client/operations'
import { useParley, useSession } from '@parley/client/react'

export type Model = NonNullable<ModelsQuery['models']>[number]

export type RoomChoice = Pick<RoomData, '__typename' | 'model'>

/** The name of a model for people. */
export const labelOf = (
  { demonstration, label }: Pick<Model, 'demonstration' | 'label'>,
  { demonstrationModel }: { readonly demonstrationModel: string },
): string => (demonstration ? demonstrationModel : label)

/** The same for a name. A model that the server no longer has is known by its name alone. */
export function labelIn(
  models: readonly Model[],
  name: string,
  words: { readonly demonstrationModel: string },
): string {
  const model = models.find((each) => each.name === name)
  return model ? labelOf(model, words) : name
}

/** The model that answers in a room: that of the room while it can be used, else the default. */
export function modelIn(models: readonly Model[] | undefined, { __typename, model }: RoomChoice): Model | undefined {
  const named = models?.find(({ name, included }) => included && name === model)
  if (named) return named
  const kind = __typename === 'OfficeRoom' ? 'OFFICE' : 'CHARACTER'
  return models?.find(({ defaultFor }) => defaultFor.includes(kind))
}

interface ReadModels {
  /** Which models are included depends on the account. */
  readonly accountId: string | null
  readonly models: readonly Model[]
  /** The model of new rooms of the account. */
  readonly preferred: string | null
}

/** The models of the server as they were last read, for every component that shows them. */
class ModelStore {
  #state: ReadModels | undefined
  #reading: { readonly accountId: string | null } | undefined
  readonly #listeners = new Set<() => void>()

  constructor(private readonly parley: Parley) {}

  readonly getSnapshot = (): ReadModels | undefined => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads them for an account. Calls at the same time share one read. */
  async read(accountId: string | null): Promise<void> {
    if (this.#reading?.accountId === accountId) return
    const reading = (this.#reading = { accountId })
    // after a failure the next component reads again
    const read = await this.parley.request(modelsOf, {}).catch(() => undefined)
    if (this.#reading !== reading) return
    this.#reading = undefined
    if (!read?.models) return
    this.#state = { accountId, models: read.models, preferred: read.me?.defaults?.model ?? null }
    for (const listener of this.#listeners) listener()
  }
}

const stores = new WeakMap<Parley, ModelStore>()

function storeOf(parley: Parley): ModelStore {
  const store = stores.get(parley) ?? new ModelStore(parley)
  stores.set(parley, store)
  return store
}

/** The models of the server; undefined until they are there. They are read again each time `isFresh` becomes true. */
export const useModels = (options?: { readonly isFresh: boolean }): readonly Model[] | undefined =>
  useReadModels(options)?.models

/** The model that the account has chosen for new rooms, as it is now; null without one. */
export const usePreferredModel = (): string | null => useReadModels({ isFresh: true })?.preferred ?? null

function useReadModels({ isFresh } = { isFresh: false }): ReadModels | undefined {
  const store = storeOf(useParley())
  const { accountId } = useSession()
  const shown = useSyncExternalStore(store.subscribe, store.getSnapshot)
  useEffect(() => {
    if (isFresh || store.getSnapshot()?.accountId !== accountId) void store.read(accountId)
  }, [store, accountId, isFresh])
  return shown?.accountId === accountId ? shown : undefined
}
