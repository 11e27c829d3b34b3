import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { addIcon, bundle } from '../../bundle.mjs'

/** Bundles Swagger UI, so that the page of a service needs no network. */
export const buildDocsPage = async (root, folder) => {
  await bundle(root, 'pages/api-docs/swagger-ui/page.mjs', folder)
  addIcon(root, folder)
  cpSync(join(root, 'pages/api-docs/swagger-ui/page.html'), join(folder, 'page.html'))
  const published = join(root, 'node_modules', 'swagger-ui-dist')
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(published, name), join(folder, name))
}
