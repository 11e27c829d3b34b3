import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import { buildASTSchema, parse } from 'graphql'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

// npm run operations

type Plugin = Parameters<typeof codegen>[0]['pluginMap'][string]

/** The keys of codegen.yml that this command reads; it refuses others. */
const configFile = z.strictObject({
  config: z.record(z.string(), z.unknown()),
  generates: z.record(
    z.string(),
    z.strictObject({ schema: z.string(), documents: z.string(), plugins: z.array(z.string()) }),
  ),
})

const { config, generates } = configFile.parse(parseYaml(readFileSync('codegen.yml', 'utf8')))

for (const [filename, { schema: schemaFile, documents, plugins }] of Object.entries(generates)) {
  const schema = parse(readFileSync(schemaFile, 'utf8'))
  const modules = plugins.map(async (name) => [name, (await import(`@graphql-codegen/${name}`)) as Plugin] as const)
  const text = await codegen({
    filename,
    schema,
    schemaAst: buildASTSchema(schema),
    documents: filesOf(documents).map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) })),
    config,
    plugins: plugins.map((name) => ({ [name]: {} })),
    pluginMap: Object.fromEntries(await Promise.all(modules)),
  })
  writeFileSync(filename, text)
}

/** The files of a path whose last part may have one `*`. */
function filesOf(path: string): string[] {
  const [before = '', after] = basename(path).split('*')
  if (after === undefined) return [path]
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(before) && name.endsWith(after))
  return names.sort().map((name) => join(dirname(path), name))
}
