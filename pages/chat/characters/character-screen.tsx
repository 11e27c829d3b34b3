export const CharacterScreen = ({ id }: { readonly id: string }) => <p className="page">{id}</p>
