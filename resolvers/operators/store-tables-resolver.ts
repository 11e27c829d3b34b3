import { Authorized, Query, Resolver } from 'type-graphql'
import type { StoreTables } from '../../src/admin/store-tables.js'

/** Of the service schema: what the chat-log service of the 0.4 line asks for. */
@Resolver()
export class StoreTablesResolver {
  constructor(private readonly storeTables: StoreTables) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => [String], { description: 'Names of the tables of the relational store.' })
  tables() {
    return this.storeTables.names()
  }
}
