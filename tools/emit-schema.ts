import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import type { UseCases } from '../resolvers/build-schema.js'
import { buildPublicSchema } from '../resolvers/build-schema.js'

const header = '# Emitted from the classes in schema/ and resolvers/ by `npm run schema:emit`. Do not edit.\n\n'

// nothing is resolved: the schema's shape needs no use cases
const nobody = {} as UseCases
writeFileSync('schema/schema.graphql', `${header}${printSchema(lexicographicSortSchema(buildPublicSchema(nobody)))}\n`)
