// A page that signs in, lists characters and rooms, and talks in one of them. Start it with `npm start`, beside a server
// on port 8080 with an account, and open http://localhost:5173. `?server=` names another server.
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider, useMutation, useQuery } from 'urql'
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
  const [{ error }, signIn] = useMutation(login)
  const submit = async (fields: FormData) => {
    const input = { email: String(fields.get('email')), password: String(fields.get('password')) }
    const { data } = await signIn({ input })
    if (data) onToken(data.login.token)
  }
  return (
    <form action={submit}>
      <input name="email" type="email" placeholder="E-mail address" />
      <input name="password" type="password" placeholder="Password" />
      <button>Sign in</button>
      <p role="alert">{error?.message}</p>
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
  const [after, setAfter] = useState<string | null>()
  const [{ data }] = useQuery({ query: start, variables: { first: pageSize, after } })
  const [, create] = useMutation(createRoom)
  const talkTo = async (characterId: string, name: string) => {
    const made = await create({ input: { characterId, name } })
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
          <button onClick={() => setAfter(myRooms.pageInfo.endCursor)}>More rooms</button>
        )}
      </nav>
      {roomId && <Room key={roomId} id={roomId} pageSize={pageSize} />}
    </>
  )
}

function App() {
  const [token, setToken] = useState<string>()
  const client = useMemo(() => openClient(url, token), [token])
  return <Provider value={client}>{token ? <Home /> : <SignIn onToken={setToken} />}</Provider>
}

const main = document.querySelector('main')
if (main) createRoot(main).render(<App />)
