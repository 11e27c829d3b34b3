import {
  BREAK,
  GraphQLError,
  Kind,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { documentLimits } from './document-rules.js'

/** Validation compares fields with the same response name in pairs, so these limits are checked before it. */
const sizeLimits = {
  /** Selections in one set, after fields of the same response name are merged and fragments are expanded. */
  inOneSet: 500,
  /** The fields with the same response name in one set. */
  ofOneName: 20,
  /** Selections of all definitions, with every fragment counted once per spread. */
  inAll: 5_000,
} as const

/** The fault of a name longer than `documentLimits.nameLength`: answers repeat names. */
export function nameFault(document: DocumentNode): GraphQLError | undefined {
  let fault: GraphQLError | undefined
  visit(document, {
    Name: (nodes) => {
      if (nodes.value.length <= documentLimits.nameLength) return undefined
      fault = new GraphQLError(`A name is longer than ${String(documentLimits.nameLength)} characters`, { nodes })
      return BREAK
    },
  })
  return fault
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The first exceeded limit of a document, found in a bounded number of steps; undefined if there is none. */
export function sizeFault(document: DocumentNode): GraphQLError | undefined {
  const fragments: Fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  const sets = document.definitions.flatMap((node) => ('selectionSet' in node ? [node.selectionSet] : []))
  const sizes = new Sizes(fragments)
  const total = sets.reduce((sum, set) => sum + sizes.sizeOf(set), 0)
  if (Number.isNaN(total)) return new GraphQLError('A fragment spreads itself')
  if (total > sizeLimits.inAll) return new GraphQLError(`The document has more than ${String(sizeLimits.inAll)} fields`)
  const merged = sets.map((set) => [set])
  for (let group = merged.pop(); group; group = merged.pop()) {
    const { selections, fields } = readTogether(group, fragments)
    if (selections > sizeLimits.inOneSet)
      return new GraphQLError(`An object is asked for more than ${String(sizeLimits.inOneSet)} fields`)
    for (const { times, within } of fields.values()) {
      if (times > sizeLimits.ofOneName)
        return new GraphQLError(`A field is asked for more than ${String(sizeLimits.ofOneName)} times`)
      if (within.length > 0) merged.push(within)
    }
  }
  return undefined
}

/** Counts selections with every fragment expanded; NaN when a fragment spreads itself. */
class Sizes {
  readonly #ofFragments = new Map<string, number>()

  constructor(private readonly fragments: Fragments) {}

  sizeOf({ selections }: SelectionSetNode): number {
    return selections.reduce((sum, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return sum + 1 + this.#ofFragment(node.name.value)
      return sum + 1 + (node.selectionSet ? this.sizeOf(node.selectionSet) : 0)
    }, 0)
  }

  #ofFragment(name: string): number {
    const known = this.#ofFragments.get(name)
    if (known !== undefined) return known
    const fragment = this.fragments.get(name)
    // the value that a fragment finds when it spreads itself
    this.#ofFragments.set(name, Number.NaN)
    const size = fragment ? this.sizeOf(fragment.selectionSet) : 0
    this.#ofFragments.set(name, size)
    return size
  }
}

interface SameName {
  times: number
  readonly within: SelectionSetNode[]
}

/** The fields of selection sets that are merged into one, by response name, with each fragment counted once. */
function readTogether(group: readonly SelectionSetNode[], fragments: Fragments) {
  const fields = new Map<string, SameName>()
  const spread = new Set<string>()
  const sets = [...group]
  let selections = 0
  for (let set = sets.pop(); set; set = sets.pop()) {
    selections += set.selections.length
    for (const node of set.selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) sets.push(node.selectionSet)
      if (node.kind === Kind.FRAGMENT_SPREAD && !spread.has(node.name.value)) {
        spread.add(node.name.value)
        const fragment = fragments.get(node.name.value)
        if (fragment) sets.push(fragment.selectionSet)
      }
      if (node.kind !== Kind.FIELD) continue
      const name = (node.alias ?? node.name).value
      const same = fields.get(name) ?? { times: 0, within: [] }
      same.times += 1
      if (node.selectionSet) same.within.push(node.selectionSet)
      fields.set(name, same)
    }
  }
  return { selections, fields }
}
