/** Writes a page of Markdown as `npm run format` would leave it. */
export function writePage(path: string, text: string): Promise<void>
