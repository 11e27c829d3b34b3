import { FieldResolver, ID, Int, Resolver, Root } from 'type-graphql'
import { LogAlternative, LogEntry } from '../../schema/rooms/log-entry.js'
import { alternativesCost } from '../pipeline/costs.js'

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => ID)
  id(@Root() { roomId, index }: LogEntry) {
    return `${roomId}/${String(index)}`
  }

  @FieldResolver(() => Int, { description: 'The number of `alternatives`, 1 to 20.' })
  alternativeCount(@Root() { alternatives }: LogEntry) {
    return alternatives.length
  }

  @FieldResolver(() => [LogAlternative], {
    complexity: alternativesCost,
    description:
      'The stored replies by ascending number, including the one that is shown. At most 20, and at most 200,000 UTF-16 code units besides the shown and the previous one: the oldest are removed first.',
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
