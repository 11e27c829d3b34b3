import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import type { Product } from '../../main/product.js'
import { buildPublicSchema, buildServiceSchema } from '../../main/schemas.js'

const header = '# Emitted from the classes in schema/ and resolvers/ by `npm run schema:emit`. Do not edit.\n\n'
const neverServed = '# Never served: executed in process by listeners for callers without an account.\n'

// nothing is executed: the SDL needs no use cases
const noProduct = {} as Product
const emit = (path: string, schema: GraphQLSchema, heading: string) =>
  writeFileSync(path, `${heading}${printSchema(lexicographicSortSchema(schema))}\n`)

emit('schema/schema.graphql', buildPublicSchema(noProduct), header)
emit('schema/service.graphql', buildServiceSchema(noProduct), neverServed + header)
