import { Field, ID, InterfaceType } from 'type-graphql'

@InterfaceType({ description: 'An object that `node` finds by its global id.' })
export abstract class Node {
  @Field(() => ID, {
    description: 'Unique among all types, opaque and stable. Client caches can identify objects by it.',
  })
  readonly nodeId!: string
}
