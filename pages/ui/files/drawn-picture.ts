const side = 512

/** A picture of this site as a PNG, which servers accept from people. Null where the browser cannot draw it. */
export async function drawnPicture(address: string): Promise<File | null> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side)
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return drawn && new File([drawn], 'picture.png', { type: 'image/png' })
}
