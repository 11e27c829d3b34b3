import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives'
import { GraphQLError, specifiedRules, ValuesOfCorrectTypeRule } from 'graphql'
import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql'

/** Bounds of one document. `tokens` bounds the parser itself; `nameLength` counts characters. */
export const documentLimits = { aliases: 15, depth: 12, directives: 50, nameLength: 100, tokens: 2_000 } as const

/** The rules for a document, checked before execution. */
export const documentRules: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule),
  valuesOfCorrectType,
  bound(maxAliasesRule({ n: documentLimits.aliases, allowList: [] })),
  bound(maxDepthRule({ n: documentLimits.depth, ignoreIntrospection: true })),
  bound(maxDirectivesRule({ n: documentLimits.directives })),
]

/** The rule of graphql-js, without the value in its message: a literal may be a password. */
function valuesOfCorrectType(context: ValidationContext): ASTVisitor {
  const report = (error: GraphQLError) => {
    context.reportError(new GraphQLError('A value does not fit its type', { nodes: error.nodes ?? null }))
  }
  const quiet = new Proxy(context, {
    get: (target, key): unknown => (key === 'reportError' ? report : Reflect.get(target, key)),
  })
  return ValuesOfCorrectTypeRule(quiet)
}

/** The rules of armor are classes with visitor members; graphql-js requires the visitor itself. */
function bound(rule: (context: ValidationContext) => object): ValidationRule {
  return (context) => rule(context)
}
