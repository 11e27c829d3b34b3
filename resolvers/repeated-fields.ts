import { GraphQLError, Kind } from 'graphql'
import type { DocumentNode, SelectionSetNode } from 'graphql'

/** How often one name may stand in one place, fragments included. graphql-js compares each pair of them. */
export const repeatLimit = 20

/**
 * Refuses a document whose validation would be quadratic: 480 times `me{id}` is 3 KB and blocks the process for 200 ms.
 * Takes time in proportion to the document.
 */
export function repeatedFieldFault(document: DocumentNode): GraphQLError | undefined {
  const places = new Places(document)
  return document.definitions.some(
    (definition) => 'selectionSet' in definition && places.repeat(definition.selectionSet),
  )
    ? new GraphQLError('A field is repeated too often', { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
    : undefined
}

type Counts = ReadonlyMap<string, number>

/** Counts names by place: a field opens a new one, a fragment belongs to the place where it stands. */
class Places {
  readonly #fragments = new Map<string, SelectionSetNode>()
  readonly #counted = new Map<string, Counts>()

  constructor(document: DocumentNode) {
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition.selectionSet)
  }

  /** Whether a name stands too often in this place, or in one below it. */
  repeat(place: SelectionSetNode): boolean {
    if ([...this.#countsOf(place).values()].some((count) => count > repeatLimit)) return true
    return fieldsBelow(place).some((inner) => this.repeat(inner))
  }

  #countsOf(place: SelectionSetNode): Counts {
    const counts = new Map<string, number>()
    const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
    for (const selection of place.selections) {
      if (selection.kind === Kind.FIELD) add((selection.alias ?? selection.name).value, 1)
      else {
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT
            ? this.#countsOf(selection.selectionSet)
            : this.#countsOfFragment(selection.name.value)
        for (const [name, count] of inner) add(name, Math.min(count, repeatLimit + 1))
      }
    }
    return counts
  }

  #countsOfFragment(name: string): Counts {
    const known = this.#counted.get(name)
    const selections = this.#fragments.get(name)
    if (known || !selections) return known ?? new Map()
    // a fragment in itself adds nothing here; another rule refuses it
    this.#counted.set(name, new Map())
    const counts = this.#countsOf(selections)
    this.#counted.set(name, counts)
    return counts
  }
}

/** The places that the fields of this one open, through inline fragments too; named ones are looked at by themselves. */
function fieldsBelow(place: SelectionSetNode): SelectionSetNode[] {
  return place.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection.selectionSet ? [selection.selectionSet] : []
    return selection.kind === Kind.INLINE_FRAGMENT ? fieldsBelow(selection.selectionSet) : []
  })
}
