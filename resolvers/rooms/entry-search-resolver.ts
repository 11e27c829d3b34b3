import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { FoundEntry, FoundEntryConnection, Snippet, TextRange } from '../../schema/rooms/found-entry.js'
import { DateTime } from '../../schema/date-time.js'
import { RoomKind } from '../../schema/enums.js'
import { rules } from '../../schema/rules.js'
import type { EntrySearch } from '../../src/chat-logs/entry-search.js'
import type { Kind } from '../../src/kinds.js'
import type { UserCaller } from '../../src/users/caller.js'
import { highlightsCost, searchCost, snippetsCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { argumentRule } from '../pipeline/validate-input.js'

@Resolver(() => FoundEntryConnection)
export class EntrySearchResolver {
  constructor(private readonly search: EntrySearch) {}

  @Authorized()
  @Query(() => FoundEntryConnection, {
    nullable: true,
    complexity: searchCost,
    description:
      'The entries in the rooms of the caller whose message and shown reply together contain every word of `query`, newest first. The last word can be the beginning of a longer one, unless a space follows it. A query without words finds nothing. With `roomId` only in that room: NOT_FOUND if it does not exist or belongs to another account. A page can be empty although `hasNextPage` is true.',
  })
  searchEntries(
    @SignedIn() caller: UserCaller,
    @Ctx() { bytes }: RequestContext,
    @Arg('query', () => String, {
      description: 'At most 200 characters (Unicode code points).',
      validateFn: argumentRule('query', rules.search),
    })
    query: string,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('roomId', () => ID, { nullable: true, description: 'The UUID of a room, or its record id.' }) roomId?: string,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('kind', () => RoomKind, { nullable: true, description: 'If given, only in rooms of this kind.' }) kind?: Kind,
    @Arg('characterId', () => ID, { nullable: true, description: 'If given, only in rooms with this character.' })
    characterId?: string,
    @Arg('from', () => DateTime, {
      nullable: true,
      description: 'If given, only entries that were written at this time or later.',
    })
    from?: number,
    @Arg('to', () => DateTime, { nullable: true, description: 'If given, only entries that were written before.' })
    to?: number,
  ) {
    return this.search.find(caller, { query, roomId, kind, characterId, from, to, first, after, bytes })
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether entries of an earlier release are still being indexed. Until then a search does not find all of them.',
  })
  indexing(@Root() { indexing }: { indexing: boolean }) {
    return indexing
  }
}

@Resolver(() => FoundEntry)
export class FoundEntryResolver {
  @FieldResolver(() => [Snippet], {
    complexity: snippetsCost,
    description: 'One for the message and one for the reply, if they contain a word of the query.',
  })
  snippets(@Root() { snippets }: FoundEntry) {
    return snippets
  }
}

@Resolver(() => Snippet)
export class SnippetResolver {
  @FieldResolver(() => [TextRange], {
    complexity: highlightsCost,
    description: 'The matches in `text`, in its order. At most 10.',
  })
  highlights(@Root() { highlights }: Snippet) {
    return highlights
  }
}
