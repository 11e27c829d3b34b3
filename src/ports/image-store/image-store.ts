/** A stored image. */
export interface StoredImage {
  readonly bytes: Buffer
  readonly contentType: ImageType
}

/** What is stored, whatever was uploaded. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'

/** Keeps images by ids that the caller makes up; an id is written once and never changes its content. */
export interface ImageStore {
  /** Resolves when the image survives a crash. */
  put(id: string, image: StoredImage): Promise<void>
  /** Undefined for an id that is not there. */
  get(id: string): Promise<StoredImage | undefined>
  /** Fine for an id that is not there. */
  delete(id: string): Promise<void>
}
