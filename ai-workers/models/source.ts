/** One file to be downloaded, and what is known of it before. */
export interface ModelSource {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** 64 small hexadecimal digits. */
  readonly sha256?: string | undefined
  readonly size?: number | undefined
}
