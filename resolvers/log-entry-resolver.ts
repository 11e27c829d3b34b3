import { FieldResolver, ID, Resolver, Root } from 'type-graphql'
import { LogEntry } from '../schema/log-entry.js'

@Resolver(() => LogEntry)
export class LogEntryResolver {
  @FieldResolver(() => ID)
  id(@Root() { roomId, index }: LogEntry) {
    return `${roomId}/${String(index)}`
  }
}
