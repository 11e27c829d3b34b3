/** An entry as the operations of both schemas answer it. */
export interface EntryAnswer {
  readonly index: number
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  readonly createdAt: string
}

/** A log entry of the documented shape; `img_url` only where there is one (decisions 5). */
export function entryBody({ index, imgUrl, inputData, outputData, createdAt }: EntryAnswer): object {
  const image = imgUrl === null ? {} : { img_url: imgUrl }
  return { index, ...image, input_data: inputData, output_data: outputData, timestamp: createdAt }
}
