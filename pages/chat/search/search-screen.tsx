export const SearchScreen = ({ query, roomId }: { readonly query: string; readonly roomId: string | undefined }) => (
  <p className="page">{query + (roomId ?? '')}</p>
)
