import { type DocumentNode, type OperationDefinitionNode, Kind, visit } from 'graphql'

/** A subscription with checked variables. */
export interface Selection {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
}

/** The variables on which results depend: all but the arguments of the subscription, which select events. */
export function selectionVariables(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const names = new Set<string>()
  const parts = [
    ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ...operation.selectionSet.selections.map((each) => (each.kind === Kind.FIELD ? { ...each, arguments: [] } : each)),
  ]
  for (const part of parts) visit(part, { Variable: ({ name }) => void names.add(name.value) })
  return [...names].sort()
}
