import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedOperations from '@graphql-codegen/typescript-operations'
import { buildASTSchema, concatAST, Kind, parse, print, separateOperations, stripIgnoredCharacters } from 'graphql'

// npm run client:emit

const folder = 'clients/typescript'
const filename = `${folder}/src/operations.generated.ts`

const config = {
  useTypeImports: true,
  enumType: 'string-literal',
  immutableTypes: true,
  skipTypename: true,
  disableDescriptions: true,
  scalars: { ID: 'string', DateTime: 'string' },
}

const schema = parse(readFileSync('schema/schema.graphql', 'utf8'))
const documents = readdirSync(`${folder}/operations`)
  .sort()
  .map((name) => {
    const location = `${folder}/operations/${name}`
    return { location, document: parse(readFileSync(location, 'utf8'), { noLocation: true }) }
  })

/** 48 bits: among 10,000 documents two share a hash with a probability of 2 in 10 million. */
const hashLength = 8
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, hashLength)

/** Each operation with its fragments, by its name: what a request names by hash, or sends. */
const separate = separateOperations(concatAST(documents.map(({ document }) => document)))
const operations = Object.entries(separate).map(([name, document]) => {
  const kind = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)?.operation ?? ''
  const text = stripIgnoredCharacters(print(document))
  const type = `${name}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  const isQuery = type.endsWith('Query')
  return { text, hash: hashOf(text), name: name.charAt(0).toLowerCase() + name.slice(1), type, isQuery }
})

const types = await codegen({
  filename,
  schema,
  schemaAst: buildASTSchema(schema),
  documents,
  config,
  plugins: [{ operations: {} }],
  pluginMap: { operations: typedOperations },
})
const constants = operations.map(({ name, type, hash, isQuery }) => {
  const fields = `hash: '${hash}'${isQuery ? ', isQuery: true' : ''}`
  return `export const ${name}: Operation<${type}, ${type}Variables> = { ${fields} }\n`
})
const texts = operations.map(({ hash, text }) => `  '${hash}': '${text}',\n`).join('')

const imported = `import type { Operation } from './operation.js'\n`
writeFileSync(filename, [imported, types, ...constants].join('\n'))
const declared = 'export const texts: Readonly<Record<string, string>>'
writeFileSync(`${folder}/src/texts.generated.ts`, `${declared} = {\n${texts}}\n`)
const manifest = Object.fromEntries(operations.map(({ hash, text }) => [hash, text]))
if (Object.keys(manifest).length < operations.length) throw new Error('Two documents have one hash')
writeFileSync(`${folder}/trusted-documents.json`, `${JSON.stringify(manifest, undefined, 2)}\n`)
