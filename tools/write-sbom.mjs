import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.mjs'

// npm run --silent sbom: the packages that a server loads, as CycloneDX. `npm sbom --omit dev` would also leave out those
// that a tool loads too, such as graphql

const written = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const { components, dependencies, ...rest } = JSON.parse(written)
const isTool = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development')
// npm names the root and the workspaces by their folders; the purl has the name of package.json
const nameIn = (purl) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@[^@]+$/, '$1')
// and it does not know the older form of a licence
const licencesOf = (name) => {
  const path = join(root, 'node_modules', name, 'package.json')
  const { licenses = [] } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return licenses.map(({ type }) => ({ license: { id: type } }))
}
const described = (component) => {
  const name = nameIn(component.purl)
  return { ...component, name, licenses: component.licenses ?? licencesOf(name) }
}
const kept = components.filter((component) => !isTool(component)).map(described)
const metadata = { ...rest.metadata, component: described(rest.metadata.component) }
const refs = new Set([rest.metadata.component['bom-ref'], ...kept.map((component) => component['bom-ref'])])
const edges = dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
process.stdout.write(`${JSON.stringify({ ...rest, metadata, components: kept, dependencies: edges }, null, 2)}\n`)
