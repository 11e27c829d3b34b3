import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A registry that has one version of every requested package, with only a manifest in it. */
export class NpmRegistry {
  private constructor(
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async open(manifestOf: (name: string) => { name: string; version: string }): Promise<NpmRegistry> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-registry-'))
    const server = createServer(({ url = '', headers: { host = '' } }, response) => {
      const [, name = '', isTarball] = /^\/(.+?)(\/-\/.*)?$/.exec(decodeURIComponent(url)) ?? []
      const manifest = manifestOf(name)
      const file = pack(folder, manifest)
      if (isTarball !== undefined) return response.end(file)
      const tarball = `http://${host}/${name}/-/it.tgz`
      const version = { ...manifest, dist: { tarball, integrity: integrityOf(file) } }
      return response.end(JSON.stringify({ name, 'dist-tags': {}, versions: { [manifest.version]: version } }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new NpmRegistry(server, folder)
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/`
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close')
    this.server.close()
    this.server.closeAllConnections()
    await closed
    rmSync(this.folder, { recursive: true })
  }
}

function pack(folder: string, manifest: { name: string }): Buffer {
  const own = join(folder, encodeURIComponent(manifest.name))
  mkdirSync(join(own, 'package'), { recursive: true })
  writeFileSync(join(own, 'package', 'package.json'), JSON.stringify(manifest))
  const file = join(own, 'it.tgz')
  // the same bytes each time
  execFileSync('tar', [
    '--mtime=@0',
    '--sort=name',
    '--use-compress-program=gzip -n',
    '-cf',
    file,
    '-C',
    own,
    'package',
  ])
  return readFileSync(file)
}

function integrityOf(file: Buffer): string {
  return `sha512-${createHash('sha512').update(file).digest('base64')}`
}
