import pg from 'pg'
import { DataSource } from 'typeorm'
import { sharedConnections } from './connection-shares.js'
import { optionsOf, type DatabaseSchema } from '../tables/database-schema.js'
import { connectionOptions, GuardedClient, type StatementWatch } from './guarded-client.js'
import { PatientPool } from './patient-pool.js'
import { reachServer } from './reach-server.js'

/** Connections of each process. One is for the checks of health. */
const connections = sharedConnections + 1
/** Unused connections are closed after this time, so that none of a server that has vanished is used much later. */
const idleTimeoutMillis = 6_000

/** Connects to PostgreSQL, and changes nothing. Throws as `reachServer`. */
export function openPostgres(url: string, schema: DatabaseSchema, watch: StatementWatch): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool: PatientPool },
    url,
    ...optionsOf(schema, 'postgres'),
    extra: { ...connectionOptions, Client: GuardedClient, watch, max: connections, idleTimeoutMillis },
  })
  return reachServer(url, () => source.initialize())
}
