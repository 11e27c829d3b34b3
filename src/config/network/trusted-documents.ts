import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { isJsonObject, type JsonObject, shortened } from '@parley/runtime'
import type { GivenSettings } from '../given-settings.js'
import { json } from '../json-values.js'
import { packageRoot } from '../../package-root.js'
import { textOfFile } from '../setting-file.js'

const name = 'TRUSTED_DOCUMENTS'
const only = 'TRUSTED_DOCUMENTS_ONLY'
const maxFileMiB = 8
const maxDocuments = 2_000
/** The manifests of `@parley/client` and of the console. */
const clientManifest = join(packageRoot, 'packages', 'client', 'trusted-documents.json')
const consoleManifest = join(packageRoot, 'pages', 'dashboard', 'trusted-documents.json')

interface ManifestDocument {
  readonly hash: string
  readonly text: string
  /** The file and the operation, for a fault. */
  readonly place: string
}

const filled = z.string().min(1)

/** Texts by their hash: the manifest of GraphQL Code Generator and of Relay's compiler, and that of Apollo's tool. */
const manifest = json.pipe(
  z.union([
    z
      .object({
        format: z.literal('apollo-persisted-query-manifest'),
        version: z.literal(1),
        operations: z.array(z.object({ id: filled, body: filled })),
      })
      .transform(({ operations }) => operations.map(({ id, body }): [string, string] => [id, body])),
    // a record would leave out the id `__proto__`
    z
      .custom<JsonObject>(isJsonObject)
      .transform((texts) => Object.entries(texts))
      .pipe(z.array(z.tuple([filled, filled]))),
  ]),
)

/**
 * The trusted documents (ADR 0081) of `@parley/client`, of the console and of the files that `TRUSTED_DOCUMENTS` names, if this process
 * serves the schema. Whether they fit the schema is known later, when it is built.
 */
export function trustedDocumentsOf(given: GivenSettings) {
  const {
    TRUSTED_DOCUMENTS: paths,
    TRUSTED_DOCUMENTS_ONLY: isOnly,
    PLAYGROUND: playground,
    ROLES: roles,
    CONSOLE: console,
  } = given.values
  if (isOnly && playground) given.refuse('PLAYGROUND', `needs introspection, which ${only} hides`)
  // a separate worker process may have the same environment, but not the files
  const isServed = roles.includes('app') || roles.includes('admin')
  const read = isServed ? paths.flatMap((path) => documentsOf(path, given)) : []
  const documents = new Map<string, ManifestDocument>()
  for (const document of read) {
    const same = documents.get(document.hash)
    if (same && same.text !== document.text)
      given.refuse(name, `${document.place} has the hash of ${same.place}, and another text`)
    documents.set(document.hash, document)
  }
  if (documents.size > maxDocuments) given.refuse(name, `must name at most ${String(maxDocuments)} documents`)
  const hasConsole = roles.includes('admin') || console === 'public'
  const manifests = hasConsole ? [clientManifest, consoleManifest] : [clientManifest]
  const bundled = isServed ? manifests.flatMap((path) => documentsOf(path, given)) : []
  return { documents: [...documents.values()], bundled, isOnly }
}

function documentsOf(path: string, given: GivenSettings): readonly ManifestDocument[] {
  const refuse = (sentence: string) => given.refuse(name, sentence)
  const content = textOfFile(path, { maxMiB: maxFileMiB, refuse: (sentence) => refuse(`${sentence}: ${path}`) })
  if (content === undefined) return []
  const { data, error } = manifest.safeParse(content)
  if (error) refuse(`must name a manifest, a JSON object of texts by their hash or Apollo's own: ${path}`)
  return (data ?? []).map(([id, text]) => {
    // clients send it with or without the prefix
    const hash = id.replace(/^sha256:/, '')
    const operation = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1] ?? hash
    const place = `${path}, ${shortened(operation)}`
    if (!isHashOf(hash, text)) refuse(`${place} has a hash that is not that of its text`)
    return { hash, text, place }
  })
}

const algorithms: Readonly<Record<number, string>> = { 40: 'sha1', 64: 'sha256' }

/** True for ids of other forms, which a tool can choose itself. */
function isHashOf(hash: string, text: string): boolean {
  const algorithm = /^[\da-f]+$/.test(hash) ? algorithms[hash.length] : undefined
  return algorithm === undefined || createHash(algorithm).update(text).digest('hex') === hash
}
