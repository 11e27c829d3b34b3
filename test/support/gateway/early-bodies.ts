export const said = { input_data: 'Hello' }
export const sheet = { character_name: 'Bo', greeting: 'Ahoy!', context: 'A sailor.' }
export const image = 'https://img.example/thumbnail?id=aB_9-'
export const koreanBody = {
  ...said,
  character_name: 'Bo',
  description: 'A sailor.',
  greeting: 'Ahoy!',
  image,
  character_setting: 'A harbour.',
  tone: 'gruff',
  energy_level: 7,
  politeness: '3',
  humor: 10,
  assertiveness: 1,
}
export const bodies = {
  '/Local_stream': { ...said, search_access: 'true' },
  '/Korean_stream': koreanBody,
  '/Roleplay_stream': { ...said, ...sheet, image },
  '/office_stream': said,
  '/character_stream': { ...said, ...sheet },
  '/office_sse': said,
  '/character_sse': { ...said, ...sheet },
}
export type Path = keyof typeof bodies
export const textPaths = ['/Local_stream', '/Korean_stream', '/Roleplay_stream'] as const
export const eventPaths = ['/office_sse', '/character_sse'] as const
export const jsonPaths = ['/office_stream', '/character_stream'] as const
export const streamPaths: readonly Path[] = [...textPaths, ...eventPaths]
export const paths: readonly Path[] = [...streamPaths, ...jsonPaths]
export const kindOf = (path: Path) => (/Local|office/.test(path) ? 'office' : 'character')
export const chunkOf = (path: Path, text: string) => (path.endsWith('_sse') ? `data: ${text}\n\n` : text)
