/**
 * The inconsistencies that are possible between the stores, or within one where no foreign key prevents them. The repair of a
 * harmless one never deletes data that may be the only copy.
 */
export const findingKinds = [
  { kind: 'stuck-purge', isHarmless: true },
  { kind: 'unknown-purge', isHarmless: false },
  { kind: 'record-without-log', isHarmless: true },
  { kind: 'picture-without-image', isHarmless: true },
  { kind: 'entry-not-indexed', isHarmless: true },
  { kind: 'reply-without-room', isHarmless: false },
  { kind: 'file-without-image', isHarmless: false },
  { kind: 'image-without-file', isHarmless: false },
  { kind: 'log-without-record', isHarmless: false },
  { kind: 'entries-without-log', isHarmless: false },
] as const

export type FindingKind = (typeof findingKinds)[number]['kind']

export function isFindingKind(text: string): text is FindingKind {
  return findingKinds.some(({ kind }) => kind === text)
}

export function isHarmless(of: FindingKind): boolean {
  return findingKinds.some(({ kind, isHarmless: harmless }) => kind === of && harmless)
}
