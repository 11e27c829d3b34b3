/** Whether a file of the page is a picture of a character: what people look at, not a part of the page. */
export const isCharacterPicture = (path: string): boolean =>
  path.startsWith('/thumbnail') || /(^|\/)(captain-mara|professor-linden|iris)-\w+\.svg$/.test(path)
