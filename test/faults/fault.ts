import type { Engine } from '../cluster/engine.js'
import type { Cluster, Doors } from '../cluster/servers/cluster.js'
import type { Daemon } from '../cluster/servers/daemon.js'
import type { PostgresServer } from '../cluster/servers/postgresql.js'
import type { Machine, Machines } from './servers/machines.js'

/** What faults are tried on. */
export interface Installation {
  readonly url: string
  readonly engine: Engine
  readonly doors: readonly Doors[]
  /** The processes whose log an operator reads. */
  readonly daemons: readonly Daemon[]
  /** The environment of a command of the operator. */
  readonly operator: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Two instances and three workers, with the stores on machines of their own. */
export interface ManyMachines extends Installation {
  readonly cluster: Cluster
  readonly network: Machines
  readonly machines: Readonly<Record<'database' | 'standby' | 'queue' | 'spareQueue', Machine>>
  readonly standby: PostgresServer & { readonly promote: () => void }
  readonly spareRedis: Daemon
  /** A file system of PostgreSQL alone. */
  readonly postgresFolder: string
}

/** One process on SQLite. */
export interface OneProcess extends Installation {
  readonly server: Daemon
  /** Each a small file system. */
  readonly dataDir: string
  readonly logDir: string
}

export interface Fault<Subject extends Installation> {
  readonly name: string
  /** Begins the fault and ends it; resolves when the installation can recover. */
  readonly strike: (place: Subject) => Promise<void>
  /** Within which requests and replies must succeed after that, in milliseconds. */
  readonly backWithinMs: number
  /** Whether reads are answered all the time. */
  readonly readsGoOn?: boolean
  /** The time within which each write must be answered or refused, in milliseconds. */
  readonly writesWithinMs?: number
  /** Whether a process of the product itself is silent, and so has no health. */
  readonly isSilent?: boolean
  /** Whether a worker loses the replies that it generates. */
  readonly endsRuns?: boolean
  /** What the operator must see. */
  readonly named: RegExp
}
