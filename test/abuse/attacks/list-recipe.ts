import type { World } from '../world.js'

export type Caller = 'guest' | 'mallory' | 'admin'

/** How to request a list: `rest` names the operation of a REST row, for lists that no GraphQL endpoint has. */
export type ListRecipe =
  | {
      readonly kind: 'query'
      readonly name: string
      readonly caller: Caller
      /** One selection on the root, repeated under as many aliases as are allowed. */
      readonly selection: (world: World) => string
      /** The number of aliases, if a full page of the usual number would exceed the cost limit. */
      readonly aliases?: number
      /** A text that every item of the list contains. */
      readonly item: string
      readonly fields: readonly string[]
    }
  | {
      readonly kind: 'subscription'
      readonly name: string
      readonly caller: Caller
      readonly selection: (world: World) => string
      readonly fields: readonly string[]
    }
  /** A document for the socket file of the operator, which serves the lists of the service schema. */
  | { readonly kind: 'operator'; readonly document: string; readonly fields: readonly string[] }
  /** No attack: a list whose number of short items no client can raise. */
  | { readonly kind: 'fixed'; readonly items: number; readonly fields: readonly string[] }
  | { readonly kind: 'rest'; readonly operationId: string; readonly fields: readonly string[] }
