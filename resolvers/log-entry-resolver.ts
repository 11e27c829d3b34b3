import { FieldResolver, ID, Resolver, Root } from 'type-graphql'
import { LogAlternative, LogEntry } from '../schema/log-entry.js'
import { alternativesCost } from './costs.js'

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => ID)
  id(@Root() { roomId, index }: LogEntry) {
    return `${roomId}/${String(index)}`
  }

  @FieldResolver(() => [LogAlternative], {
    complexity: alternativesCost,
    description: 'Every reply it keeps, by rising number, the shown one among them; at most 20, the oldest go first.',
  })
  alternatives(@Root() { alternatives, shown }: LogEntry): LogAlternative[] {
    return alternatives.map(({ origin, ...alternative }) => ({
      ...alternative,
      shown: alternative.number === shown,
      generationId: origin?.generationId ?? null,
      model: origin?.model ?? null,
    }))
  }
}
