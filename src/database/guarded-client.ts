import pg from 'pg'

/**
 * A PostgreSQL connection whose end never ends the process. While it changes hands between the pool and TypeORM it has no
 * listener, and an error event without a listener is thrown. Its user learns of the end by the next query.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
