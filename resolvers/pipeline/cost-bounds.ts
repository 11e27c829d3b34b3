import {
  Kind,
  parseType,
  visit,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type TypeNode,
} from 'graphql'
import { limits } from '../../src/limits.js'

/** The cost of a document whose variables are all numbers, or empty lists. */
type CountCost = (document: DocumentNode, variables: Readonly<Record<string, unknown>>) => number

/**
 * The bounds of an operation's cost over all values of its variables: with pages of one row and without the selections
 * that depend on a variable, and with the largest pages and all selections. A list has no largest value.
 */
export function costBounds(
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  count: CountCost,
): { readonly least: number; readonly most: number } {
  const variablesOf = (rows: number) =>
    Object.fromEntries(variableDefinitions.map(({ variable, type }) => [variable.name.value, isList(type) ? [] : rows]))
  return {
    least: count(withNumbers(document, { conditional: 'removed' }), variablesOf(1)),
    most: variableDefinitions.some(({ type }) => isList(type))
      ? Infinity
      : count(withNumbers(document, { conditional: 'kept' }), variablesOf(limits.pageSize)),
  }
}

/** The document with numbers as variables, since a value of their own types need not exist, and without conditions. */
function withNumbers(
  document: DocumentNode,
  { conditional }: { readonly conditional: 'kept' | 'removed' },
): DocumentNode {
  const decided = <Node extends SelectionNode>(node: Node) => {
    if (!node.directives?.some((directive) => directive.arguments?.some(isOfVariable))) return undefined
    return conditional === 'kept' ? { ...node, directives: [] } : null
  }
  return visit(document, {
    VariableDefinition: ({ kind, variable, type }) => ({
      kind,
      variable,
      type: parseType(isList(type) ? '[Int]' : 'Int'),
    }),
    Field: decided,
    FragmentSpread: decided,
    InlineFragment: decided,
  })
}

function isOfVariable({ value }: { readonly value: { readonly kind: Kind } }): boolean {
  return value.kind === Kind.VARIABLE
}

function isList(type: TypeNode): boolean {
  return type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type))
}
