import { FieldResolver, ID, Int, Resolver, Root } from 'type-graphql'
import { LogAlternative, LogEntry } from '../../schema/rooms/log-entry.js'
import { alternativesCost } from '../pipeline/costs.js'

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => ID)
  id(@Root() { roomId, index }: LogEntry) {
    return `${roomId}/${String(index)}`
  }

  @FieldResolver(() => Int, { description: 'The number of replies that it keeps, with the shown one: 1 to 20.' })
  alternativeCount(@Root() { alternatives }: LogEntry) {
    return alternatives.length
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
