import { getOperationAST, Kind, type DocumentNode, type SelectionSetNode } from 'graphql'

/** The fields of an operation's log line: names of the document, but none of its values. */
export interface OperationNotes {
  /** The first 100 characters of its name; absent where it has none. */
  readonly operation?: string
  readonly operationType?: string
  /** The first 10 fields of its root, without their aliases. */
  readonly rootFields?: readonly string[]
  /** The first 10 codes of its errors; absent where it has none. */
  readonly codes?: readonly string[]
}

interface AskedOperation {
  /** Absent where it could not be parsed. */
  readonly document?: DocumentNode | undefined
  readonly operationName?: string | null | undefined
}

interface Refusal {
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

const maxNameLength = 100
const maxNames = 10
/** For a document that was refused before its selections were counted. */
const maxSelections = 200

export function operationNotes(
  { document, operationName }: AskedOperation,
  errors: readonly Refusal[] = [],
): OperationNotes {
  const node = document && getOperationAST(document, operationName)
  const name = node?.name?.value ?? operationName
  const codes = errors.map(({ extensions }) => extensions?.['code']).filter((code) => typeof code === 'string')
  return {
    ...(name ? { operation: name.slice(0, maxNameLength) } : {}),
    ...(node ? { operationType: node.operation, rootFields: rootFields(document, node.selectionSet) } : {}),
    ...(codes.length > 0 ? { codes: [...new Set(codes)].slice(0, maxNames) } : {}),
  }
}

/** The first 10 names, without aliases; a document that was refused may have names that the schema lacks. */
export function rootFields({ definitions }: DocumentNode, root: SelectionSetNode): string[] {
  const names = new Set<string>()
  const spread = new Set<string>()
  const sets = [root]
  let left = maxSelections
  for (let set = sets.shift(); set; set = sets.shift()) {
    for (const selection of set.selections) {
      if (left === 0 || names.size === maxNames) return [...names]
      left -= 1
      if (selection.kind === Kind.FIELD) names.add(selection.name.value.slice(0, maxNameLength))
      else if (selection.kind === Kind.INLINE_FRAGMENT) sets.push(selection.selectionSet)
      else spread.add(selection.name.value)
    }
    if (sets.length > 0) continue
    // fragments come after all inline selections; for fragments that spread each other, `left` ends the loop
    for (const node of definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION && spread.delete(node.name.value)) sets.push(node.selectionSet)
  }
  return [...names]
}
