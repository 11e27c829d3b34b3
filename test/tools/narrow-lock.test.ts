import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { lockSchema, narrowLock, node22, type LockedPackage } from '../../tools/install/narrow-lock.js'

const narrowed = (path: string, entry: LockedPackage) => narrowLock({ packages: { [path]: entry } }).packages[path]

const lock = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

describe('a narrow lock file', () => {
  it('has built forms without their declared dependencies', () => {
    const declared = { dependencies: { mobx: '^6' }, peerDependencies: { 'core-js': '^3' }, peerDependenciesMeta: {} }
    const entry = { version: '2.5.4', dev: true }
    for (const name of ['redoc', 'swagger-ui-dist', '@graphql-yoga/render-graphiql'])
      expect(narrowed(`node_modules/${name}`, { ...entry, ...declared })).toEqual(entry)
    expect(narrowed('node_modules/express', declared)).toEqual(declared)
  })

  it('has an optional peer of the local engine only when another package needs it', () => {
    const entry = { dependencies: { semver: '^7' } }
    const peers = {
      peerDependencies: { typescript: '>=5', graphql: '^16' },
      peerDependenciesMeta: { typescript: { optional: true } },
    }
    const name = 'node_modules/node-llama-cpp'
    expect(narrowed(name, { ...entry, ...peers })).toEqual({ ...entry, peerDependencies: { graphql: '^16' } })
    expect(
      narrowed(name, {
        ...entry,
        peerDependencies: { typescript: '>=5' },
        peerDependenciesMeta: peers.peerDependenciesMeta,
      }),
    ).toEqual(entry)
  })

  it('has no package that only compiles', () => {
    const compiler = { 'cmake-js': '^8' }
    expect(narrowed('node_modules/node-llama-cpp', { dependencies: { ...compiler, semver: '^7' } })).toEqual({
      dependencies: { semver: '^7' },
    })
    const entry = { version: '2.1.3', optionalDependencies: { 'msgpackr-extract': '^3' } }
    expect(narrowed('node_modules/msgpackr', entry)).toEqual({ version: '2.1.3' })
    for (const name of ['cmake-js', 'msgpackr-extract'])
      expect(lock.packages).not.toHaveProperty([`node_modules/${name}`])
  })

  it('lets Node.js 20 install the tools of development that run on it', () => {
    const [dev, engines] = [{ version: '0.8.2', dev: true }, { node: '>=22.0.0' }]
    expect(narrowed('node_modules/jest-light-runner', { ...dev, engines })).toEqual(dev)
    // another claim, or that of a package which a server loads, is not touched
    for (const entry of [
      { ...dev, engines: { node: '>=18' } },
      { version: '2.0.2', engines },
    ])
      expect(narrowed('node_modules/cookie', entry)).toEqual(entry)
    expect(narrowed('node_modules/fastify', { ...dev, engines })).toEqual({ ...dev, engines })
  })

  it('has no package that refuses a Node.js of package.json', () => {
    const refusesNode20 = Object.entries(lock.packages).filter(([, { engines }]) => node22.safeParse(engines).success)
    expect(refusesNode20).toEqual([])
  })

  it.each([
    ['@node-llama-cpp/linux-arm64', { cpu: ['arm64', 'x64'] }, { cpu: ['arm64'] }],
    ['@node-llama-cpp/linux-x64', { cpu: ['x64'] }, { cpu: ['x64'] }],
    ['@libsql/linux-x64-gnu', { cpu: ['x64'] }, { cpu: ['x64'], libc: ['glibc'] }],
    ['@libsql/linux-arm64-musl', { cpu: ['arm64'] }, { cpu: ['arm64'], libc: ['musl'] }],
    ['@libsql/linux-arm-gnueabihf', { cpu: ['arm'] }, { cpu: ['arm'], libc: ['glibc'] }],
    ['@libsql/linux-arm-musleabihf', { cpu: ['arm'] }, { cpu: ['arm'], libc: ['musl'] }],
    ['@libsql/darwin-arm64', { cpu: ['arm64'] }, { cpu: ['arm64'] }],
  ])('has %s for the systems that it runs on', (name, entry, expected) => {
    expect(narrowed(`node_modules/${name}`, entry)).toEqual(expected)
  })

  it('is committed in the repository', () => {
    expect(narrowLock(lock)).toEqual(lock)
    expect(lock.packages['node_modules/@node-llama-cpp/linux-arm64']).toMatchObject({ cpu: ['arm64'] })
    expect(lock.packages['node_modules/@libsql/linux-x64-musl']).toMatchObject({ libc: ['musl'] })
  })

  it('has no compiler, and nothing of a built form, in an install without development dependencies', () => {
    for (const name of ['typescript', 'react-dom'])
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({ dev: true })
    // an optional peer of @parley/client, for its own tests
    expect(lock.packages['node_modules/react']).toMatchObject({ devOptional: true })
    for (const name of ['core-js', 'mobx', 'monaco-editor', 'graphql-yoga', '@scarf/scarf'])
      expect(lock.packages).not.toHaveProperty([`node_modules/${name}`])
  })
})
