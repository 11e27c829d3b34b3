export { buildPublicSchema, buildServiceSchema } from '../../../main/schemas.js'
