import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import libsql from 'libsql'
import type { ListenerName } from '../../src/config/ports.js'
import { Server } from '../abuse/server.js'
import { manyPeople } from '../support/app/many-people.js'
import { storedImage } from '../support/rooms/log-room.js'
import type { Watched } from './measure/watch.js'

/** A fault in the database: a deletion of a room leaves a row. */
const keepRows = `CREATE TRIGGER kept AFTER DELETE ON log_rooms BEGIN
  INSERT INTO service_keys (key, body_hash, result_id, created_at) VALUES (OLD.id, '', '', 0); END`

const settings = {
  RATE_LIMITS: manyPeople,
  // a probe stops the event loop, and so does a busy machine
  LOAD_LIMITS: '{"eventLoopMs":false}',
  LOCAL_MODEL: 'scripted:?chunks=40&delayMs=10',
  OFFICE_CONCURRENCY: '4',
  CHARACTER_CONCURRENCY: '4',
  IMAGE_HOST: new URL(storedImage).host,
}

/** The built server and its workers on an empty data folder, with probes. */
export class System {
  private constructor(
    private readonly server: Server,
    readonly watched: Watched,
  ) {
    process.once('exit', this.#removeFolders)
  }

  static async start(isFaulty: boolean): Promise<System> {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-soak-'))
    // the path of a socket is short
    const probes = mkdtempSync(join(tmpdir(), 'soak-'))
    const preload = [`./test/soak/probe.mjs?${encodeURIComponent(probes)}`]
    if (isFaulty) preload.push('./test/soak/plant.mjs')
    const server = await Server.start({ dataDir, preload, env: settings, program: 'dist/main/main.js' })
    if (isFaulty) {
      const database = new libsql(join(dataDir, 'parley.db'))
      database.exec(keepRows)
      database.close()
    }
    const workers = [...server.output().matchAll(/"kind":"(\w+)","workerPid":(\d+)/g)]
    const pids: Record<string, number> = { main: server.pid }
    for (const [, kind = '', pid] of workers) pids[kind] = Number(pid)
    return new System(server, { dataDir, probes, pids })
  }

  url(listener: ListenerName): string {
    return `http://127.0.0.1:${this.server.port(listener)}`
  }

  /** Lines of the log that are a warning or an error, and a sentence for each process that ended. */
  complaints(): readonly string[] {
    const lines = this.server.output().split('\n')
    const logged = lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line) && !line.includes(probeWarning))
    const ended = this.server.isRunning ? [] : ['the main process ended']
    const replaced = this.server.workerPids().length > 2 ? ['a worker ended and was started again'] : []
    return [...logged, ...ended, ...replaced]
  }

  async close(): Promise<void> {
    await this.server.kill()
    this.#removeFolders()
    process.off('exit', this.#removeFolders)
  }

  readonly #removeFolders = (): void => {
    for (const folder of [this.watched.dataDir, this.watched.probes]) rmSync(folder, { recursive: true, force: true })
  }
}

const probeWarning = 'v8.queryObjects() is an experimental feature'
