import { systemErrorCode } from '@parley/runtime'

/** A full disk or quota, a read-only file system, missing rights, a disk that fails or is not mounted. */
const refusals = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR'])

/** Whether a folder, or its disk, refuses to be read or written. */
export function isFolderRefusal(error: unknown): boolean {
  return refusals.has(systemErrorCode(error))
}
