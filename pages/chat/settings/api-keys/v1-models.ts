import type { Model } from '../../rooms/use-models.js'

/** A model by its name at `/v1`. */
export interface V1Model {
  readonly name: string
  readonly label: string
}

/** Among the names of models that a key may use: all characters. */
export const everyCharacter = 'character/*'

/** The models that a program of the account can use. */
export const v1Models = (models: readonly Model[] | undefined): readonly V1Model[] =>
  (models ?? [])
    .filter(({ included }) => included)
    .map(({ name, label }) => ({ name: name === 'Local' ? 'local' : name, label }))
