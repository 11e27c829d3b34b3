// A page that signs in, lists characters and rooms, and talks in one of them. Start it with `npm start`, beside a server
// on port 8080 with an account, and open http://localhost:5173. `?server=` names another server.
import { Suspense, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { graphql, RelayEnvironmentProvider, useLazyLoadQuery, useMutation, usePaginationFragment } from 'react-relay'
import type { pageCreateRoomMutation } from './__generated__/pageCreateRoomMutation.graphql'
import type { page_rooms$key } from './__generated__/page_rooms.graphql'
import type { pageLoginMutation } from './__generated__/pageLoginMutation.graphql'
import type { pageRoomsQuery } from './__generated__/pageRoomsQuery.graphql'
import type { pageStartQuery } from './__generated__/pageStartQuery.graphql'
import { openEnvironment } from './client'
import { Room } from './room'

const server = new URLSearchParams(location.search).get('server') ?? 'http://localhost:8080'
const url = new URL('/graphql', server).href
const pageSize = 3

const login = graphql`
  mutation pageLoginMutation($input: LoginInput!) {
    login(input: $input) {
      token
    }
  }
`

function SignIn({ onToken }: { onToken: (token: string) => void }) {
  const [fault, setFault] = useState('')
  const [signIn] = useMutation<pageLoginMutation>(login)
  const submit = (fields: FormData) => {
    const input = { email: String(fields.get('email')), password: String(fields.get('password')) }
    signIn({
      variables: { input },
      onCompleted: ({ login }) => onToken(login.token),
      onError: ({ message }) => setFault(message),
    })
  }
  return (
    <form action={submit}>
      <input name="email" type="email" placeholder="E-mail address" />
      <input name="password" type="password" placeholder="Password" />
      <button>Sign in</button>
      <p role="alert">{fault}</p>
    </form>
  )
}

const start = graphql`
  query pageStartQuery($first: Int!) {
    characters(first: 20) {
      edges {
        node {
          nodeId
          id
          name
        }
      }
    }
    ...page_rooms @arguments(first: $first)
  }
`

const createRoom = graphql`
  mutation pageCreateRoomMutation($input: ChatRoomInput!, $connections: [ID!]!) {
    createChatRoom(input: $input) {
      room @prependNode(connections: $connections, edgeTypeName: "RoomEdge") {
        nodeId
        id
        name
        proposedTitle
        updatedAt
      }
    }
  }
`

const rooms = graphql`
  fragment page_rooms on Query
  @refetchable(queryName: "pageRoomsQuery")
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" }) {
    myRooms(first: $first, after: $after) @connection(key: "page_myRooms") {
      __id
      edges {
        node {
          nodeId
          id
          name
          proposedTitle
          updatedAt
        }
      }
    }
  }
`

function Home() {
  const [roomId, setRoomId] = useState('')
  const query = useLazyLoadQuery<pageStartQuery>(start, { first: pageSize })
  const { data, hasNext, loadNext } = usePaginationFragment<pageRoomsQuery, page_rooms$key>(rooms, query)
  const [create] = useMutation<pageCreateRoomMutation>(createRoom)
  const talkTo = (characterId: string, name: string) =>
    create({
      variables: { input: { characterId, name }, connections: data.myRooms ? [data.myRooms.__id] : [] },
      onCompleted: ({ createChatRoom }) => setRoomId(createChatRoom.room.id),
    })
  return (
    <>
      <nav aria-label="Characters">
        {query.characters?.edges.map(({ node: { id, name } }) => (
          <button key={id} onClick={() => talkTo(id, name)}>
            {name}
          </button>
        ))}
      </nav>
      <nav aria-label="Rooms">
        {data.myRooms?.edges.map(({ node: { id, name, proposedTitle, updatedAt } }) => (
          <button key={id} onClick={() => setRoomId(id)}>
            {name ?? proposedTitle} <time>{updatedAt.slice(0, 10)}</time>
          </button>
        ))}
        {hasNext && <button onClick={() => loadNext(pageSize)}>More rooms</button>}
      </nav>
      <Suspense>{roomId && <Room key={roomId} id={roomId} pageSize={pageSize} />}</Suspense>
    </>
  )
}

function App() {
  const [token, setToken] = useState<string>()
  const environment = useMemo(() => openEnvironment(url, token), [token])
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Suspense>{token ? <Home /> : <SignIn onToken={setToken} />}</Suspense>
    </RelayEnvironmentProvider>
  )
}

const main = document.querySelector('main')
if (main) createRoot(main).render(<App />)
