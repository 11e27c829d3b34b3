import { characterServer, fillCharacters } from '../fill-characters.js'
import type { Engine } from '../filled-databases.js'
import { startFilledServers, type FilledServers } from '../filled-servers.js'

export type Peer = 'apollo' | 'mercurius' | 'safeMercurius'
export type ListServers = FilledServers<Peer, string>

export function startListServers(engine: Engine, folder: string): Promise<ListServers> {
  return startFilledServers({
    folder,
    engine,
    parley: characterServer,
    fill: (url) => fillCharacters(url, 60),
    bare: {
      apollo: { name: 'Apollo Server + Express', program: 'bench/list/apollo-server.ts' },
      mercurius: { name: 'mercurius', program: 'bench/list/mercurius-server.ts' },
      safeMercurius: { name: 'mercurius with equal safety', program: 'bench/list/safe-mercurius-server.ts' },
    },
  })
}
