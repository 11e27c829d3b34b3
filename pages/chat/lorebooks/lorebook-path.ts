/** The route of a lorebook in the settings. */
export const lorebookPath = (id: string): string => `/settings/lorebooks?book=${id}`
