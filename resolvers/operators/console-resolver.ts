import { FieldResolver, Resolver } from 'type-graphql'
import { Installation } from '../../schema/operators/installation.js'

@Resolver(() => Installation)
export class ConsoleResolver {
  constructor(private readonly isPublic: boolean) {}

  @FieldResolver(() => Boolean, {
    description: 'Whether administrators find the console at `/console` of this address.',
  })
  hasConsole() {
    return this.isPublic
  }
}
