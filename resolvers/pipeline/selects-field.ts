import { type FragmentDefinitionNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql'

interface Selected {
  readonly fieldNodes: readonly FieldNode[]
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
}

/** Whether a field is selected of the objects of a selected field, also if a directive of the request may leave it out. */
export function selectsField({ fieldNodes, fragments }: Selected, names: readonly string[]): boolean {
  const selects = (set: SelectionSetNode | undefined): boolean =>
    (set?.selections ?? []).some((each) => {
      if (each.kind === Kind.FIELD) return names.includes(each.name.value)
      return selects(each.kind === Kind.INLINE_FRAGMENT ? each.selectionSet : fragments[each.name.value]?.selectionSet)
    })
  return fieldNodes.some(({ selectionSet }) => selects(selectionSet))
}
