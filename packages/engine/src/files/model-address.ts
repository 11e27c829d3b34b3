export type ModelAddress =
  | {
      readonly kind: 'url'
      /** Without a fragment. */
      readonly url: string
      /** The expected digest: 64 hexadecimal digits in lower case. */
      readonly sha256?: string | undefined
    }
  | {
      readonly kind: 'hub'
      readonly user: string
      readonly repo: string
      /** A branch or a commit. */
      readonly revision: string
      /** The requested file: a path in the repository, or a quantization such as `Q4_K_M` (`latest` by default). */
      readonly file: { readonly path: string } | { readonly tag: string }
      readonly sha256?: string | undefined
    }
