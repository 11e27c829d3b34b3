import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives'
import {
  getEnterLeaveForKind,
  GraphQLError,
  Kind,
  OperationTypeNode,
  SingleFieldSubscriptionsRule,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  visitInParallel,
  type ArgumentNode,
  type ASTNode,
  type ASTVisitor,
  type ObjectFieldNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  type VariableDefinitionNode,
} from 'graphql'
import { expectationOf, refusedValue } from './refused-value.js'

/** Bounds of one document. `tokens` bounds the parser itself; `nameLength` counts characters. */
export const documentLimits = { aliases: 15, depth: 12, directives: 50, nameLength: 100, tokens: 2_000 } as const

/** The rules for a document, checked before execution. */
export const documentRules: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule && rule !== SingleFieldSubscriptionsRule),
  valuesOfCorrectType,
  singleFieldSubscriptions,
  bound(maxAliasesRule({ n: documentLimits.aliases, allowList: [] })),
  bound(maxDepthRule({ n: documentLimits.depth, ignoreIntrospection: true })),
  bound(maxDirectivesRule({ n: documentLimits.directives })),
]

/** The rule of graphql-js, with the path of the value in place of the value: a literal may be a password. */
function valuesOfCorrectType(context: ValidationContext): ASTVisitor {
  const path: string[] = []
  let value: ASTNode | undefined
  const leave = () => {
    path.pop()
  }
  const enter = ({ name }: ArgumentNode | ObjectFieldNode) => {
    path.push(name.value)
  }
  const enterDefault = ({ variable }: VariableDefinitionNode) => {
    path.push(`$${variable.name.value}`)
  }
  const places: ASTVisitor = {
    // of all other nodes: the last one before a report is the value
    enter: (node: ASTNode) => {
      value = node
    },
    Argument: { enter, leave },
    ObjectField: { enter, leave },
    VariableDefinition: { enter: enterDefault, leave },
  }
  const report = ({ message, nodes }: GraphQLError) => {
    const [name = '', ...inside] = path
    // in the place of a list that the type does not have, graphql-js has the type of its items
    const type = value?.kind === Kind.LIST ? context.getParentInputType() : context.getInputType()
    const sentence = refusedValue(name, inside, expectationOf(type ?? undefined, message))
    // an error of a scalar that graphql-js does not have itself names no node
    context.reportError(new GraphQLError(sentence, { nodes: nodes ?? value ?? null }))
  }
  const quiet = new Proxy(context, {
    get: (target, key): unknown => (key === 'reportError' ? report : Reflect.get(target, key)),
  })
  return visitInParallel([places, ValuesOfCorrectTypeRule(quiet)])
}

/**
 * A subscription has exactly one field, which no `@skip` or `@include` may leave out (GraphQL, September 2025, 5.2.4.1). The rule of
 * graphql-js counts the fields; it throws for a condition with a variable, so it only sees subscriptions without conditions.
 */
function singleFieldSubscriptions(context: ValidationContext): ASTVisitor {
  const { enter: countFields } = getEnterLeaveForKind(SingleFieldSubscriptionsRule(context), Kind.OPERATION_DEFINITION)
  const seen = new Set<string>()
  let isConditional = false
  const check = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      const condition = selection.directives?.find(({ name }) => name.value === 'skip' || name.value === 'include')
      if (condition) {
        isConditional = true
        const message = `The field of a subscription cannot have @${condition.name.value}.`
        context.reportError(new GraphQLError(message, { nodes: condition }))
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet)
      if (selection.kind !== Kind.FRAGMENT_SPREAD || seen.has(selection.name.value)) continue
      seen.add(selection.name.value)
      const fragment = context.getFragment(selection.name.value)
      if (fragment) check(fragment.selectionSet)
    }
  }
  return {
    OperationDefinition(node, ...at) {
      if (node.operation === OperationTypeNode.SUBSCRIPTION) check(node.selectionSet)
      if (!isConditional) countFields?.call(this, node, ...at)
    },
  }
}

/** The rules of armor are classes with visitor members; graphql-js requires the visitor itself. */
function bound(rule: (context: ValidationContext) => object): ValidationRule {
  return (context) => rule(context)
}
