import { Authorized, Query, Resolver } from 'type-graphql'
import type { StoreTables } from '../../src/admin/store-tables.js'

/** Of the service schema: the operations of the chat-log service on the 0.4 line. */
@Resolver()
export class StoreTablesResolver {
  constructor(private readonly storeTables: StoreTables) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => [String], { description: 'The names of the tables of the relational database.' })
  tables() {
    return this.storeTables.names()
  }
}
