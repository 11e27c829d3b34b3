// A page that signs in, lists characters and rooms, and talks in one of them. Start it with `npm start`, beside a server
// on port 8080 with an account, and open http://localhost:5173. `?server=` names another server.
import { useActionState, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ApolloProvider, useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { openClient } from './client'
import { graphql } from './gql'
import { Room } from './room'

const server = new URLSearchParams(location.search).get('server') ?? 'http://localhost:8080'
const url = new URL('/graphql', server).href
const pageSize = 3

const login = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      token
    }
  }
`)

function SignIn({ onToken }: { onToken: (token: string) => void }) {
  const client = useApolloClient()
  const [fault, signIn] = useActionState(async (_: string, fields: FormData) => {
    const input = { email: String(fields.get('email')), password: String(fields.get('password')) }
    const { data, error } = await client.mutate({ mutation: login, variables: { input }, errorPolicy: 'all' })
    if (data) onToken(data.login.token)
    return error?.message ?? ''
  }, '')
  return (
    <form action={signIn}>
      <input name="email" type="email" placeholder="E-mail address" />
      <input name="password" type="password" placeholder="Password" />
      <button>Sign in</button>
      <p role="alert">{fault}</p>
    </form>
  )
}

const start = graphql(`
  query Start($first: Int!, $after: String) {
    characters(first: 20) {
      edges {
        node {
          id
          name
        }
      }
    }
    myRooms(first: $first, after: $after) {
      edges {
        node {
          id
          name
          proposedTitle
          updatedAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const createRoom = graphql(`
  mutation CreateRoom($input: ChatRoomInput!) {
    createChatRoom(input: $input) {
      room {
        id
      }
    }
  }
`)

function Home() {
  const [roomId, setRoomId] = useState('')
  const { data, fetchMore } = useQuery(start, { variables: { first: pageSize } })
  const [create] = useMutation(createRoom, { refetchQueries: [start] })
  const talkTo = async (characterId: string, name: string) => {
    const made = await create({ variables: { input: { characterId, name } } })
    if (made.data) setRoomId(made.data.createChatRoom.room.id)
  }
  const { characters, myRooms } = data ?? {}
  return (
    <>
      <nav aria-label="Characters">
        {characters?.edges.map(({ node: { id, name } }) => (
          <button key={id} onClick={() => talkTo(id, name)}>
            {name}
          </button>
        ))}
      </nav>
      <nav aria-label="Rooms">
        {myRooms?.edges.map(({ node: { id, name, proposedTitle, updatedAt } }) => (
          <button key={id} onClick={() => setRoomId(id)}>
            {name ?? proposedTitle} <time>{updatedAt.slice(0, 10)}</time>
          </button>
        ))}
        {myRooms?.pageInfo.hasNextPage && (
          <button onClick={() => fetchMore({ variables: { after: myRooms.pageInfo.endCursor } })}>More rooms</button>
        )}
      </nav>
      {roomId && <Room key={roomId} id={roomId} pageSize={pageSize} />}
    </>
  )
}

function App() {
  const [token, setToken] = useState<string>()
  const client = useMemo(() => openClient(url, token), [token])
  return <ApolloProvider client={client}>{token ? <Home /> : <SignIn onToken={setToken} />}</ApolloProvider>
}

const main = document.querySelector('main')
if (main) createRoot(main).render(<App />)
