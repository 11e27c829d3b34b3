import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql'
import { addIcon, bundle } from '../bundle.mjs'

/** Lays GraphiQL in its built form, with its editor's workers, beside a page of ours, so that the playground needs no network. */
export const buildPlayground = async (root, folder) => {
  mkdirSync(folder, { recursive: true })
  const built = {
    'graphiql.js': js,
    'graphiql.css': css,
    'editor-worker.js': editorWorkerService,
    'json-worker.js': jsonWorker,
    'graphql-worker.js': graphqlWorker,
  }
  for (const [name, text] of Object.entries(built)) writeFileSync(join(folder, name), text)
  cpSync(join(root, 'node_modules/@graphql-yoga/render-graphiql/LICENSE'), join(folder, 'graphiql.LICENSE.txt'))
  await bundle(root, undefined, folder, {
    entryPoints: { environment: 'pages/playground/environment.mjs', page: 'pages/playground/page.mjs' },
  })
  addIcon(root, folder)
  cpSync(join(root, 'pages/playground/page.html'), join(folder, 'page.html'))
}
