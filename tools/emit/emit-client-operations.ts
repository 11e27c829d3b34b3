import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { concatAST, Kind, parse, print, separateOperations, stripIgnoredCharacters } from 'graphql'

// npm run client:emit, after `npm run operations`, which writes the types

interface Emission {
  /** Has the `.graphql` files. */
  readonly folder: string
  readonly filename: string
  /** The module with the type `Operation`. */
  readonly typeModule: string
  /** The file of the texts, if they are a module of their own. */
  readonly textsFile?: string
  readonly manifestFile: string
}

/** 48 bits: among 10,000 documents two share a hash with a probability of 2 in 10 million. */
const hashLength = 8
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, hashLength)

/** Writes operations with the types of `operation-types.generated.ts`, and the manifest by which the server knows them by hash. */
function emit({ folder, filename, typeModule, textsFile, manifestFile }: Emission): void {
  const documents = readdirSync(folder)
    .sort()
    .map((name) => parse(readFileSync(`${folder}/${name}`, 'utf8'), { noLocation: true }))

  /** Each operation with its fragments, by its name: what a request names by hash, or sends. */
  const separate = separateOperations(concatAST(documents))
  const operations = Object.entries(separate).map(([name, document]) => {
    const kind = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)?.operation ?? ''
    const text = stripIgnoredCharacters(print(document))
    const type = `${name}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    const isQuery = type.endsWith('Query')
    return { text, hash: hashOf(text), name: name.charAt(0).toLowerCase() + name.slice(1), type, isQuery }
  })

  const constants = operations.map(({ name, type, hash, text, isQuery }) => {
    const ownText = textsFile === undefined ? `, text: '${text}'` : ''
    const fields = `hash: '${hash}'${isQuery ? ', isQuery: true' : ''}${ownText}`
    return `export const ${name}: Operation<types.${type}, types.${type}Variables> = { ${fields} }\n`
  })
  const types = './operation-types.generated.js'
  const imported = `import type { Operation } from '${typeModule}'\nimport type * as types from '${types}'\n`
  writeFileSync(filename, [imported, `export type * from '${types}'\n`, ...constants].join('\n'))
  const texts = operations.map(({ hash, text }) => `  '${hash}': '${text}',\n`).join('')
  const declared = 'export const texts: Readonly<Record<string, string>>'
  if (textsFile !== undefined) writeFileSync(textsFile, `${declared} = {\n${texts}}\n`)
  const manifest = Object.fromEntries(operations.map(({ hash, text }) => [hash, text]))
  if (Object.keys(manifest).length < operations.length) throw new Error('Two documents have one hash')
  writeFileSync(manifestFile, `${JSON.stringify(manifest, undefined, 2)}\n`)
}

emit({
  folder: 'packages/client/operations',
  filename: 'packages/client/src/operations.generated.ts',
  typeModule: './operation.js',
  textsFile: 'packages/client/src/texts.generated.ts',
  manifestFile: 'packages/client/trusted-documents.json',
})
emit({
  folder: 'pages/dashboard/operations',
  filename: 'pages/dashboard/operations.generated.ts',
  typeModule: '@parley/client',
  manifestFile: 'pages/dashboard/trusted-documents.json',
})
