import pg from 'pg'

/**
 * A PostgreSQL connection whose end never ends the process. While it changes hands between the pool and TypeORM nobody
 * listens, and an error that nobody hears is thrown. Whoever holds it learns of the end by the next query.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
