/** The parts of the stores, each examined separately. */
export const storeParts = [
  'purges',
  'logs',
  'remnants',
  'search',
  'records',
  'replies',
  'images',
  'files',
  'uploads',
  'cards',
  'characters',
  'personas',
  'accounts',
] as const
export type StorePart = (typeof storeParts)[number]

/**
 * The inconsistencies that are possible between the stores, or within one where no foreign key prevents them. The repair of a
 * harmless one never deletes data that may be the only copy.
 */
export const findingKinds = [
  { kind: 'stuck-purge', parts: ['purges'], isHarmless: true },
  { kind: 'unknown-purge', parts: ['purges'], isHarmless: false },
  { kind: 'record-without-log', parts: ['records'], isHarmless: true },
  { kind: 'picture-without-image', parts: ['characters', 'personas', 'accounts'], isHarmless: true },
  { kind: 'entry-not-indexed', parts: ['search'], isHarmless: true },
  { kind: 'upload-without-text', parts: ['uploads'], isHarmless: true },
  { kind: 'upload-not-read', parts: ['uploads'], isHarmless: true },
  { kind: 'reply-without-room', parts: ['replies'], isHarmless: false },
  { kind: 'file-without-image', parts: ['files'], isHarmless: false },
  { kind: 'image-without-file', parts: ['images'], isHarmless: false },
  { kind: 'upload-without-file', parts: ['uploads'], isHarmless: false },
  { kind: 'card-without-assets', parts: ['cards'], isHarmless: false },
  { kind: 'log-without-record', parts: ['logs'], isHarmless: false },
  { kind: 'entries-without-log', parts: ['remnants'], isHarmless: false },
] as const satisfies readonly {
  readonly kind: string
  readonly parts: readonly StorePart[]
  readonly isHarmless: boolean
}[]

export type FindingKind = (typeof findingKinds)[number]['kind']

export function isFindingKind(text: string): text is FindingKind {
  return findingKinds.some(({ kind }) => kind === text)
}

/** Whether findings of this kind are in this part. */
export function isKindOf(part: StorePart, of: FindingKind): boolean {
  return findingKinds.some(({ kind, parts }) => kind === of && parts.some((name) => name === part))
}

export function isHarmless(of: FindingKind): boolean {
  return findingKinds.some(({ kind, isHarmless: harmless }) => kind === of && harmless)
}
