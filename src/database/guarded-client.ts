import pg from 'pg'

/**
 * A PostgreSQL connection whose loss does not end the process. Between the pool and TypeORM it has no error listener,
 * and an error event without a listener is thrown. The next query reports the loss.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
