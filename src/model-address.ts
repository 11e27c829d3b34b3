/** A model that is downloaded. */
export type ModelAddress =
  | {
      readonly kind: 'url'
      /** Without a fragment. */
      readonly url: string
      /** 64 hexadecimal digits, small, that the file must have. */
      readonly sha256?: string | undefined
    }
  | {
      readonly kind: 'hub'
      readonly user: string
      readonly repo: string
      /** A branch or a commit. */
      readonly revision: string
      /** What is asked for: a path in the repository, or a quantization such as `Q4_K_M` (`latest` when none was named). */
      readonly file: { readonly path: string } | { readonly tag: string }
      readonly sha256?: string | undefined
    }
