import { readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as typedOperations from '@graphql-codegen/typescript-operations'
import { buildASTSchema, parse } from 'graphql'

const folder = 'rest-facade/operations'

const config = {
  useTypeImports: true,
  enumType: 'string-literal',
  immutableTypes: true,
  skipTypename: true,
  disableDescriptions: true,
  documentMode: 'documentNode',
  scalars: { ID: 'string', DateTime: 'string' },
}

/** Writes typed, parsed documents for the operations in `<name>.graphql`, which are checked against `schemaFile`. */
async function emit(name: string, schemaFile: string): Promise<void> {
  const location = `${folder}/${name}.graphql`
  const filename = `${folder}/${name}.generated.ts`
  const schema = parse(readFileSync(schemaFile, 'utf8'))
  const text = await codegen({
    filename,
    schema,
    schemaAst: buildASTSchema(schema),
    documents: [{ location, document: parse(readFileSync(location, 'utf8')) }],
    config,
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations: typedOperations, documents: typedDocuments },
  })
  writeFileSync(filename, text)
}

await emit('operations', 'schema/schema.graphql')
// operations for listeners without accounts, of the schema that is never served
await emit('service-operations', 'schema/service.graphql')
