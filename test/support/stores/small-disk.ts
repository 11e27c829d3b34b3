import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemErrorCode } from '@parley/runtime'

/** A file system of a few megabytes in memory, which a test can fill. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Undefined where the tests have not the right to mount it. */
  static mount(megabytes: number): SmallDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', folder], { stdio: 'ignore' })
      return new SmallDisk(folder)
    } catch {
      rmSync(folder, { recursive: true })
      return undefined
    }
  }

  get #filler(): string {
    return join(this.folder, 'filler')
  }

  /** A new folder on it, for the owner of another file. */
  folderOf(file: string, name: string): string {
    const folder = join(this.folder, name)
    const { uid, gid } = statSync(file)
    chmodSync(this.folder, 0o755)
    mkdirSync(folder)
    chownSync(folder, uid, gid)
    return folder
  }

  /** Leaves no byte. */
  fill(): void {
    const file = openSync(this.#filler, 'a')
    try {
      for (const size of [65_536, 1]) this.#fillWith(file, Buffer.alloc(size))
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder])
    rmSync(this.folder, { recursive: true })
  }

  #fillWith(file: number, bytes: Buffer): void {
    try {
      for (;;) writeSync(file, bytes)
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOSPC') throw error
    }
  }
}
