import { execFileSync } from 'node:child_process'
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
const kept = components.filter((component) => !isTool(component))
const refs = new Set([rest.metadata.component['bom-ref'], ...kept.map((component) => component['bom-ref'])])
const edges = dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
process.stdout.write(`${JSON.stringify({ ...rest, components: kept, dependencies: edges }, null, 2)}\n`)
