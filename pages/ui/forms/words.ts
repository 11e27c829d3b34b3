import { loadedCatalogue } from '../text/catalogue.js'

export interface FormWords {
  readonly lookAtFields: string
  readonly showTyped: string
  /** The sentence for a rule of the server that a value breaks; its own sentence where there is none. */
  readonly faults: Readonly<Record<string, ((limit: number) => string) | undefined>>
  /** The sentence for the rule `format`, by the field whose value breaks it. */
  readonly formats: Readonly<Record<string, string | undefined>>
}

export const words = loadedCatalogue<FormWords>()
