import { characterServer, fillCharacters } from '../fill-characters.js'
import { startFilledServers } from '../filled-servers.js'
import type { FilledServers } from '../filled-servers.js'

export type ListServers = FilledServers<'apollo' | 'mercurius', string>

export function startListServers(folder: string): Promise<ListServers> {
  return startFilledServers({
    folder,
    parley: characterServer,
    fill: (url) => fillCharacters(url, 60),
    bare: {
      apollo: { name: 'Apollo Server + Express', program: 'bench/list/apollo-server.ts' },
      mercurius: { name: 'mercurius', program: 'bench/list/mercurius-server.ts' },
    },
  })
}
