import { createLogger } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { readConfig } from '../../../src/config/config.js'
import { openFileStore } from '../../../main/adapters/file-store.js'
import { CleanupStack } from '../../../main/cleanup-stack.js'

/** The settings for the bucket of TEST_S3_URL (`.ci/s3.sh`), which a test file has for itself; none without one. */
export function bucketSettings(): Readonly<Record<string, string>> {
  const server = process.env['TEST_S3_URL']
  if (server === undefined || server === '') return {}
  const { origin, username, password, pathname } = new URL(server)
  return {
    IMAGES_URL: `s3:/${pathname}?endpoint=${origin}`,
    AWS_ACCESS_KEY_ID: username,
    AWS_SECRET_ACCESS_KEY: password,
  }
}

export const hasBucket = () => 'IMAGES_URL' in bucketSettings()

export interface TestImages extends Pick<Awaited<ReturnType<typeof openFileStore>>, 'store' | 'location'> {
  readonly close: () => Promise<void>
}

/** The images of an app, past its listeners. */
export async function openTestImages(
  app: { readonly dataDir: string; readonly database: Database },
  settings = bucketSettings(),
): Promise<TestImages> {
  const log = createLogger('silent')
  const cleanup = new CleanupStack(log)
  const config = readConfig({ DATA_DIR: app.dataDir, ...settings })
  const { store, location } = await openFileStore(config, { database: app.database, log, cleanup })
  return { store, location, close: () => cleanup.all() }
}
